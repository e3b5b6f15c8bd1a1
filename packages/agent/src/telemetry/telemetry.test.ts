// TEL-01 to TEL-06: what a run tells of itself, to a real collector too, and that telling cannot hurt it.
import { afterEach, describe, expect, test } from "bun:test";
import type { Tracer } from "@opentelemetry/api";
import { type Script, testModel, user } from "../fixtures/scripted-stream.ts";
import { runScript, type TestRunOptions, tool } from "../fixtures/test-tools.ts";
import { failedResponse } from "../loop/synthetic-message.ts";
import { ToolFailure } from "../tool/tool-failure.ts";
import { createTelemetry, type TelemetryOptions } from "./agent-telemetry.ts";
import { parseCaptureLevel } from "./content-capture.ts";
import { type OtlpExporter, startOtlpExporter } from "./otlp-exporter.ts";
import type { RunReport } from "./run-report.ts";

interface WireSpan {
  name: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector that speaks OTLP over HTTP, and an exporter that sends to it. */
async function collect() {
  const spans: WireSpan[] = [];
  const requests: { path: string; token: string | null }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      requests.push({ path: new URL(request.url).pathname, token: request.headers.get("x-token") });
      const body = (await request.json()) as {
        resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
      };
      for (const { scopeSpans } of body.resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      return Response.json({});
    },
  });
  const exporter = await startOtlpExporter({
    url: `http://127.0.0.1:${server.port}/v1/traces`,
    serviceName: "test",
    headers: { "x-token": "t" },
  });
  opened.push({ server, exporter });
  return { spans, requests, exporter };
}

const opened: { server: Bun.Server<undefined>; exporter: OtlpExporter }[] = [];
afterEach(async () => {
  for (const { server, exporter } of opened.splice(0)) {
    await exporter.shutdown();
    await server.stop(true);
  }
});

function attributesOf(span: WireSpan | undefined): Record<string, unknown> {
  const entries = span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [];
  return Object.fromEntries(entries);
}

const script: Script[] = [
  [{ text: "I look." }, { call: "read", args: { path: "secret.txt" } }, { call: "fail" }],
  [{ text: "It says: hidden words" }],
];
const tools = [
  tool("read", () => "hidden words"),
  tool("fail", () => Promise.reject(new ToolFailure("took too long", { kind: "timeout" }))),
  tool("unused"),
];

async function runWith(options: Partial<TelemetryOptions>, run: TestRunOptions = {}) {
  const reports: RunReport[] = [];
  const telemetry = await createTelemetry({
    agent: { name: "omp", id: "a1" },
    conversationId: "conv",
    onRunEnd: (report) => reports.push(report),
    ...options,
  });
  const result = await runScript(script, { tools, telemetry, ...run });
  return { ...result, reports, telemetry };
}

describe("spans", () => {
  test("reach a collector as one tree with the agreed names", async () => {
    const { spans, requests, exporter } = await collect();
    await runWith({ tracer: exporter.tracer, attributes: { "pi.gen_ai.gateway": "none" } });
    await exporter.flush();
    expect(requests[0]).toEqual({ path: "/v1/traces", token: "t" });
    expect(spans.map(({ name }) => name).sort()).toEqual([
      "chat m",
      "chat m",
      "execute_tool fail",
      "execute_tool read",
      "invoke_agent omp",
    ]);
    const root = spans.find(({ name }) => name === "invoke_agent omp");
    for (const span of spans) {
      if (span !== root) expect(span.parentSpanId).toBe(root?.spanId);
    }
    expect(attributesOf(root)).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "omp",
      "gen_ai.agent.id": "a1",
      "gen_ai.conversation.id": "conv",
      "gen_ai.usage.input_tokens": 20,
      "gen_ai.usage.output_tokens": 10,
      "pi.gen_ai.gateway": "none",
      "pi.gen_ai.steps": 2,
    });
    expect(attributesOf(spans.find(({ name }) => name === "execute_tool fail"))).toMatchObject({
      "gen_ai.tool.name": "fail",
      "gen_ai.tool.type": "function",
      "pi.gen_ai.status": "timeout",
      "error.type": "timeout",
    });
    expect(attributesOf(spans.find(({ name }) => name === "execute_tool read"))).toMatchObject({
      "gen_ai.tool.call.id": "call_0_1",
      "pi.gen_ai.status": "ok",
    });
  });

  test("of a request say what was asked and what came back", async () => {
    const { spans, exporter } = await collect();
    await runWith(
      { tracer: exporter.tracer },
      { requestOptions: { effort: "high", maxTokens: 100, sampling: { temperature: 0.5 } } },
    );
    await exporter.flush();
    const chats = spans.filter(({ name }) => name === "chat m").map(attributesOf);
    expect(chats[0]).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "test",
      "gen_ai.request.model": "m",
      "gen_ai.request.max_tokens": 100,
      "gen_ai.request.temperature": 0.5,
      "gen_ai.response.id": "r0",
      "gen_ai.usage.input_tokens": 10,
      "pi.gen_ai.step": 1,
      "pi.gen_ai.effort": "high",
      "pi.gen_ai.cost": 0.00002,
      "pi.gen_ai.status": "ok",
    });
    expect(chats[1]).toMatchObject({ "pi.gen_ai.step": 2 });
  });

  test("of a failed request carry the kind of failure", async () => {
    const { spans, exporter } = await collect();
    const telemetry = await createTelemetry({ agent: { name: "omp" }, tracer: exporter.tracer });
    const fail = {
      kind: "rate-limit",
      message: "slow down",
      retryable: true,
      status: 429,
    } as const;
    await runScript([[{ fail }]], { telemetry });
    await exporter.flush();
    const chat = spans.find(({ name }) => name === "chat m");
    expect(attributesOf(chat)).toMatchObject({ "error.type": "rate-limit" });
    expect(chat?.status).toEqual({ code: 2, message: "slow down" });
  });

  test.each([
    ["none", [], ["hidden words", "secret.txt", "I look."]],
    ["summary", ["hidden words", "secret.txt", "I look."], ["x".repeat(300)]],
    ["full", ["hidden words", "secret.txt", "I look.", "x".repeat(300)], []],
  ] as const)("capture %s", async (capture, shown, absent) => {
    const { spans, exporter } = await collect();
    await runWith({ tracer: exporter.tracer, capture }, { prompts: [user("x".repeat(300))] });
    await exporter.flush();
    const text = JSON.stringify(spans);
    for (const part of shown) expect(text).toContain(part);
    for (const part of absent) expect(text).not.toContain(part);
  });

  test("capture each message once and only after redaction", async () => {
    const { spans, exporter } = await collect();
    const redact = (text: string): string => text.replaceAll("hidden", "******");
    await runWith({ tracer: exporter.tracer, capture: "full", redact });
    await exporter.flush();
    const text = JSON.stringify(spans);
    expect(text).not.toContain("hidden");
    const inputs = spans.map((span) => attributesOf(span)["gen_ai.input.messages"]).filter(Boolean);
    expect(inputs).toHaveLength(2);
    expect(inputs.filter((input) => String(input).includes('"go"'))).toHaveLength(1);
    expect(String(inputs[1])).toContain("tool_call_response");
  });

  test("of a subagent are inside the call that started it, under its own name", async () => {
    const { spans, exporter } = await collect();
    const telemetry = await createTelemetry({ agent: { name: "main" }, tracer: exporter.tracer });
    const task = tool("task", async ({ callId }) => {
      const child = telemetry.child({ name: "scout", id: "s1" }, callId);
      await runScript([[{ text: "found" }]], { telemetry: child });
      return "ok";
    });
    await runScript([[{ call: "task" }], [{ text: "done" }]], { telemetry, tools: [task] });
    telemetry.handoff("main", "next");
    const request = {
      model: testModel,
      system: [],
      messages: [],
      tools: [],
      options: {},
    };
    const failure = { stopReason: "error", errorMessage: "x" } as const;
    telemetry.oneshot("title", request).end(failedResponse(testModel, 0, failure));
    await exporter.flush();
    const byName = new Map(spans.map((span) => [span.name, span]));
    const scout = byName.get("invoke_agent scout");
    expect(scout?.parentSpanId).toBe(byName.get("execute_tool task")?.spanId);
    expect(attributesOf(scout)).toMatchObject({ "gen_ai.agent.id": "s1" });
    expect(attributesOf(byName.get("handoff next"))).toMatchObject({
      "pi.gen_ai.handoff.from": "main",
    });
    const oneshots = spans.filter((span) => "pi.gen_ai.oneshot.kind" in attributesOf(span));
    expect(oneshots).toHaveLength(1);
  });
});

describe("the report", () => {
  const expected = {
    summary: {
      steps: 2,
      stopReason: "stop",
      toolCalls: 2,
      usage: { input: 20, output: 10, totalTokens: 30 },
      chatsByStopReason: { toolUse: 1, stop: 1 },
      tools: {
        read: { calls: 1, byStatus: { ok: 1 } },
        fail: { calls: 1, byStatus: { timeout: 1 } },
      },
    },
    coverage: {
      toolsAvailable: ["fail", "read", "unused"],
      toolsInvoked: ["fail", "read"],
      toolsUnused: ["unused"],
      modelsUsed: ["m"],
      providersUsed: ["test"],
    },
  };

  test("comes without any telemetry", async () => {
    const { report, events } = await runScript(script, { tools });
    expect(report).toMatchObject(expected);
    expect(events.at(-1)).toMatchObject({ type: "agent_end", telemetry: expected });
  });

  test("is given once, with a tracer and without the API package", async () => {
    const withTracer = await runWith({});
    expect(withTracer.reports).toHaveLength(1);
    expect(withTracer.reports[0]).toMatchObject(expected);
    const recorder = withTracer.telemetry.startRun();
    expect(recorder.end()).toEqual(recorder.end());
    expect(withTracer.reports).toHaveLength(2);
    const reports: RunReport[] = [];
    const telemetry = await createTelemetry(
      { agent: { name: "omp" }, onRunEnd: (report) => reports.push(report) },
      () => Promise.reject(new Error("Cannot find package")),
    );
    const { report } = await runScript(script, { tools, telemetry });
    expect(reports).toEqual([report]);
    expect(report).toMatchObject(expected);
  });

  test("counts calls that were never made", async () => {
    const { report } = await runScript([[{ call: "read" }, { drop: true }]], { tools });
    expect(report.coverage.toolsInvoked).toEqual(["read"]);
    expect(report.summary.tools.read?.byStatus).toEqual({ error: 1 });
  });
});

describe("telemetry that breaks", () => {
  test("changes nothing about a run", async () => {
    const plain = await runScript(script, { tools });
    const fail = (): never => {
      throw new Error("tracer");
    };
    const brokenTracer = { startSpan: fail, startActiveSpan: fail } as Tracer;
    const brokenSpan = new Proxy({}, { get: () => fail });
    const halfBroken = { startSpan: () => brokenSpan, startActiveSpan: fail } as object as Tracer;
    for (const tracer of [brokenTracer, halfBroken]) {
      const { messages, events } = await runWith({
        tracer,
        capture: "full",
        redact: fail,
        onRunEnd: fail,
      });
      expect(messages).toEqual([...plain.messages]);
      expect(events).toHaveLength(plain.events.length);
    }
  });

  test("of somebody else's making is reported and changes nothing either", async () => {
    const fail = (): never => {
      throw new Error("recorder");
    };
    const broken = { toolsAvailable: fail, chat: fail, tool: fail, end: fail };
    for (const telemetry of [{ startRun: fail }, { startRun: () => broken }]) {
      const defects: unknown[] = [];
      const reports = { onDefect: (defect: unknown) => defects.push(defect) };
      const { report, messages } = await runScript(script, { tools, telemetry, reports });
      expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
      expect(report.summary).toMatchObject({ steps: 2, toolCalls: 2 });
      expect(defects.length).toBeGreaterThan(0);
    }
  });

  test("does not wait for a collector that is not there", async () => {
    const exporter = await startOtlpExporter({
      url: "http://127.0.0.1:1/v1/traces",
      serviceName: "test",
      timeoutMs: 50,
    });
    const { messages } = await runWith({ tracer: exporter.tracer });
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
    await exporter.shutdown().catch(() => undefined); // failing to send is the point
  });
});

test("the capture level is read leniently", () => {
  const values = ["full", " TRUE ", "1", "summary", "none", "false", "", undefined, "odd"];
  expect(values.map(parseCaptureLevel)).toEqual([
    "full",
    "full",
    "full",
    "summary",
    "none",
    "none",
    "none",
    "none",
    "none",
  ]);
});

test("nothing of OpenTelemetry is loaded until telemetry is made", () => {
  const file = (name: string): string => JSON.stringify(new URL(name, import.meta.url).pathname);
  const count = `Object.keys(require.cache).filter((path) => path.includes("opentelemetry")).length`;
  const code = `
    await import(${file("../loop/agent.ts")});
    const { createTelemetry } = await import(${file("agent-telemetry.ts")});
    const { startOtlpExporter } = await import(${file("otlp-exporter.ts")});
    const before = ${count};
    await createTelemetry({ agent: { name: "x" } });
    const withApi = ${count};
    await startOtlpExporter({ url: "http://127.0.0.1:1", serviceName: "x" });
    console.log(before, withApi > 0, ${count} > withApi);`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", code]);
  expect(stdout.toString().trim()).toBe("0 true true");
});
