// TEL-01 to TEL-05 and G14 in the shipped binary: spans of a run reach a real OTLP receiver where the person's environment
// asks for it, hold no secret, and whatever the receiver does, the run is what it would have been.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createCanary } from "@oh-my-pi/pi-testkit/canary";
import { hold, httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "./platform/exit-codes.ts";
import { createOmp, type OmpProcess } from "./testing/omp-process.ts";
import { startCollector, type TraceCollector, valuesOf } from "./testing/trace-collector.ts";

// Some wait for the second that a collector is given, on machines that have other things to do.
setDefaultTimeout(60_000);

const fake = ["--model", "fake/m"];

/** A machine under load needs its time to take what is sent. */
const PATIENT = { PI_OTEL_CLOSE_MS: "60000" };

/** Asks for spans in a form that a test can read. */
function asking({ url }: Pick<TraceCollector, "url">): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
}

/** A run with a call that works and one that does not. */
function scriptCalls({ models }: OmpProcess): void {
  models.script(
    reply([
      toolCall("bash", { command: "echo hello" }),
      toolCall("read", { path: "does-not-exist" }),
    ]),
    reply(text("done")),
  );
}

describe("spans of a run", () => {
  test("reach a collector as one tree, with names, attributes and the person's headers", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    scriptCalls(omp);
    const run = await omp.run([...fake, "-p", "go"], {
      env: {
        ...PATIENT,
        ...asking(collector),
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=one%20two",
        OTEL_SERVICE_NAME: "my-omp",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
      },
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
    expect(collector.requests[0]?.path).toBe("/v1/traces");
    expect(collector.requests[0]?.headers.get("x-tenant")).toBe("one two");
    expect(collector.resource).toMatchObject({
      "service.name": "my-omp",
      "deployment.environment": "test",
    });
    const { spans } = collector;
    const names = ["chat m", "chat m", "execute_tool bash", "execute_tool read"];
    expect(spans.map(({ name }) => name).sort()).toEqual([...names, "invoke_agent omp"]);
    const root = spans.find(({ name }) => name === "invoke_agent omp");
    expect(root?.parentSpanId ?? "").toBe("");
    for (const span of spans.filter((each) => each !== root))
      expect([span.name, span.parentSpanId, span.traceId]).toEqual([
        span.name,
        root?.spanId,
        root?.traceId,
      ]);
    const of = (name: string) =>
      valuesOf(spans.find((span) => span.name === name)?.attributes ?? []);
    expect(of("invoke_agent omp")).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.conversation.id": omp.sessionLines()[0]?.["id"],
      "pi.gen_ai.steps": 2,
      "pi.gen_ai.tool_calls": 2,
    });
    expect(of("chat m")).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "fake",
      "gen_ai.request.model": "m",
      "pi.gen_ai.step": 1,
      "pi.gen_ai.status": "ok",
    });
    expect(of("execute_tool bash")).toMatchObject({
      "gen_ai.tool.name": "bash",
      "pi.gen_ai.status": "ok",
    });
    expect(of("execute_tool read")).toMatchObject({ "pi.gen_ai.status": "error" });
    expect(JSON.stringify(spans)).not.toContain("echo hello");
  });

  test("go out as protobuf by default, to the address that is named for traces", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    omp.models.script(reply(text("done")));
    const env = {
      ...PATIENT,
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/my/traces`,
    };
    expect(await omp.run([...fake, "-p", "go"], { env })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    const [request] = collector.requests;
    expect(request?.path).toBe("/my/traces");
    expect(request?.headers.get("content-type")).toBe("application/x-protobuf");
    expect(Buffer.from(request?.body ?? []).toString("latin1")).toContain("invoke_agent omp");
  });

  test("of a run that SIGTERM ends are sent too", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    const gate = hold();
    omp.models.script(reply([text("half"), gate]));
    await using running = omp.serve([...fake, "hi"], { ...PATIENT, ...asking(collector) });
    running.closeStdin();
    await gate.reached;
    running.kill("SIGTERM");
    expect((await running.exited).exitCode).toBe(EXIT.terminated);
    const root = collector.spans.find(({ name }) => name === "invoke_agent omp");
    expect(root?.status.code).toBe(2);
    const chat = collector.spans.find(({ name }) => name === "chat m");
    expect(valuesOf(chat?.attributes ?? [])).toMatchObject({ "pi.gen_ai.status": "aborted" });
  });
});

describe("secrets", () => {
  for (const protocol of ["http/json", "http/protobuf"])
    test(`are in no span with everything captured, ${protocol}`, async () => {
      await using omp = createOmp();
      await using collector = startCollector();
      const canaries = {
        variable: createCanary("value-"),
        dotenv: createCanary("dot-"),
        listed: createCanary("listed-"),
        header: createCanary("collector-"),
      };
      const { variable, dotenv, listed, header } = canaries;
      omp.workspace.write({
        ".env": `API_KEY="${dotenv.value}"\n`,
        "AGENTS.md": `Deploy with ${listed.value}.`,
      });
      const list = join(omp.workspace.home, ".omp/agent/secrets.yml");
      writeFileSync(list, JSON.stringify([{ type: "plain", content: listed.value }]));
      const forms =
        "echo $MY_SECRET; printf %s $MY_SECRET | base64; printf %s $MY_SECRET | od -An -tx1; printf %s $MY_SECRET | rev; echo ${MY_SECRET:0:20}; env | grep OTEL; echo seen";
      omp.models.script(
        reply([toolCall("bash", { command: forms }), toolCall("read", { path: ".env" })]),
        ({ body }) => {
          const word = /API_KEY=[^#]*(#[A-Z2-7]{14}#)/.exec(body)?.[1] ?? "";
          return reply(toolCall("bash", { command: `printf %s ${word} > copy; echo ${word}` }));
        },
        reply(toolCall(`tool-${variable.value}`, {})),
        reply(text(`done with ${variable.value}`)),
      );
      const run = await omp.run([...fake, "-p", `deploy, my key is ${variable.value}`], {
        env: {
          ...PATIENT,
          MY_SECRET: variable.value,
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
          OTEL_EXPORTER_OTLP_HEADERS: `x-team=${header.value}`,
          OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "full",
        },
      });
      expect(run.exitCode).toBe(0);
      expect(omp.workspace.read("copy")).toBe(dotenv.value);
      const sent = Buffer.concat(collector.requests.map(({ body }) => body));
      for (const part of [
        "deploy, my key is #",
        "seen",
        "gen_ai.tool.call.result",
        "Deploy with #",
      ])
        expect(sent.toString("latin1")).toContain(part);
      for (const [name, canary] of Object.entries(canaries))
        expect([name, canary.find(sent)]).toEqual([name, []]);
      expect(collector.requests[0]?.headers.get("x-team")).toBe(header.value);
    });

  test("are not in the reason of a failure, captured or not", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    const canary = createCanary("value-");
    omp.models.script(httpError(400, { message: `bad ${canary.value}` }));
    const env = { ...PATIENT, ...asking(collector), MY_SECRET: canary.value };
    await omp.run([...fake, "-p", "go"], { env });
    const chat = collector.spans.find(({ name }) => name === "chat m");
    expect(chat?.status).toMatchObject({ code: 2, message: expect.stringContaining("bad #") });
    expect(canary.find(JSON.stringify(collector.spans))).toEqual([]);
  });
});

describe("a collector that fails", () => {
  const never = (): Promise<Response> => Promise.withResolvers<Response>().promise;
  const failing: [how: string, answer: () => Response | Promise<Response>][] = [
    ["never answers", never],
    ["answers 503", () => new Response("later", { status: 503 })],
    ["answers 400", () => new Response("no", { status: 400 })],
    ["answers nonsense", () => new Response("\0\0nonsense")],
  ];
  for (const [how, answer] of failing)
    test(`${how} changes nothing and is not waited for`, async () => {
      await using omp = createOmp();
      await using collector = startCollector(answer);
      scriptCalls(omp);
      // Sent while the run goes on; and far more time than the run is given here.
      const slow = { OTEL_BSP_SCHEDULE_DELAY: "1", OTEL_EXPORTER_OTLP_TIMEOUT: "600000" };
      const env = { ...asking(collector), ...slow };
      const run = await omp.run([...fake, "-p", "go"], { env });
      expect(run).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "", isTimedOut: false });
      expect(collector.requests.length).toBeGreaterThan(0);
    });

  test("is not there: the same", async () => {
    await using omp = createOmp();
    const { url, ...collector } = startCollector();
    await collector[Symbol.asyncDispose]();
    scriptCalls(omp);
    const env = { ...asking({ url }), OTEL_BSP_SCHEDULE_DELAY: "1" };
    const run = await omp.run([...fake, "-p", "go"], { env });
    expect(run).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "", isTimedOut: false });
  });
});

describe("nobody but the person asks for spans", () => {
  test("grpc is answered with one sentence, and the run goes on", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    omp.models.script(reply(text("done")));
    const env = { ...asking(collector), OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    const run = await omp.run([...fake, "-p", "go"], { env });
    expect(run).toMatchObject({ exitCode: 0, stdout: "done\n" });
    expect(run.stderr).toMatch(/^omp: OTEL_EXPORTER_OTLP_PROTOCOL: grpc does not work here.*\n$/);
    expect(collector.requests).toHaveLength(0);
  });

  test("headers that nobody can read are left out with a sentence; spans are sent", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    omp.models.script(reply(text("done")));
    const env = { ...PATIENT, ...asking(collector), OTEL_EXPORTER_OTLP_HEADERS: "key=%zz" };
    const run = await omp.run([...fake, "-p", "go"], { env });
    expect(run).toMatchObject({ exitCode: 0, stdout: "done\n" });
    expect(run.stderr).toMatch(/^omp: OTEL_EXPORTER_OTLP_HEADERS is not a list .*\n$/);
    expect(collector.spans.length).toBeGreaterThan(0);
  });

  test("the files of a project do not; the person's own .env does", async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    const { workspace, models } = omp;
    const asked = { ...PATIENT, ...asking(collector) };
    const lines = Object.entries(asked).map(([name, value]) => `${name}=${value}\n`);
    for (const folder of ["", ".omp", ".omp/agent"]) {
      mkdirSync(workspace.at(folder), { recursive: true });
      writeFileSync(workspace.at(folder, ".env"), lines.join(""));
    }
    models.script(reply(text("one")), reply(text("two")));
    expect(await omp.run([...fake, "-p", "go"])).toMatchObject({ exitCode: 0, stdout: "one\n" });
    expect(collector.requests).toHaveLength(0);
    writeFileSync(join(workspace.home, ".omp/agent/.env"), lines.join(""));
    await omp.run([...fake, "-p", "go"]);
    expect(collector.spans.map(({ name }) => name)).toContain("invoke_agent omp");
  });

  test.each([{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }])(
    "%j asks for none",
    async (off) => {
      await using omp = createOmp();
      await using collector = startCollector();
      omp.models.script(reply(text("done")));
      const env = { ...asking(collector), ...off } as Record<string, string>;
      const run = await omp.run([...fake, "-p", "go"], { env });
      expect(run).toMatchObject({ exitCode: 0, stdout: "done\n", stderr: "" });
      expect(collector.requests).toHaveLength(0);
    },
  );
});
