// The whole of omp, end to end: the shipped binary, a real project, a real session file, and a model that
// speaks true bytes.
import { describe, expect, test } from "bun:test";
import { hold, httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createProcessMark } from "@oh-my-pi/pi-testkit/process-tree";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "./testing/omp-process.ts";

const fake = ["--model", "fake/m"];

describe("omp -p", () => {
  test("answers on stdout and leaves a session file that anyone can read", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("Hello there.")));
    const run = await omp.run([...fake, "-p", "hi"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Hello there.\n", stderr: "" });
    expect(omp.models.requests[0]?.headers.get("x-api-key")).toBe("test-key");
    const [header, ...entries] = omp.sessionLines();
    expect(header).toMatchObject({ type: "session", version: 3, cwd: omp.workspace.path });
    expect(entries.map((entry) => entry["type"])).toEqual([
      "model_change",
      "thinking_level_change",
      "custom",
      "message",
      "message",
    ]);
    expect(entries[3]).toMatchObject({
      message: { role: "user", content: [{ type: "text", text: "hi" }] },
    });
    expect(entries[4]).toMatchObject({
      message: { role: "assistant", stopReason: "stop", provider: "fake", model: "m" },
    });
    let parent: unknown = null;
    for (const entry of entries) {
      expect(entry["parentId"]).toBe(parent as string);
      parent = entry["id"];
    }
  });

  test("tells the model the standing instructions of home and project, each with its source", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "p/AGENTS.md": "Use tabs." });
    writeFileSync(join(omp.workspace.home, ".omp/agent/AGENTS.md"), "Mine.");
    omp.models.script(reply(text("Yes.")));
    const run = await omp.run([...fake, "-p", "hi"], { cwd: omp.workspace.at("p") });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const { system } = JSON.parse(omp.models.requests[0]?.body ?? "{}");
    const told = JSON.stringify(system);
    for (const [path, rule] of [
      [".omp/agent/AGENTS.md", "Mine."],
      ["p/AGENTS.md", "Use tabs."],
    ])
      expect(told).toContain(`${path}\\">\\n${rule}\\n</instructions>`);
    const config = join(omp.workspace.home, ".omp/agent/config.yml");
    writeFileSync(config, "disabledProviders: [agents-md]\n");
    omp.models.script(reply(text("Yes.")));
    await omp.run([...fake, "-p", "hi"], { cwd: omp.workspace.at("p") });
    expect(omp.models.requests[1]?.body).toContain("Mine.");
    expect(omp.models.requests[1]?.body).not.toContain("Use tabs.");
  });

  test("gives the model hands: read and bash run for real, each call gets its result", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "one\ntwo\n" });
    omp.models.script(
      reply([
        text("Looking."),
        toolCall("read", { path: "a.txt" }),
        toolCall("bash", { command: "echo from $(pwd) >&2; exit 3" }),
      ]),
      reply(text("Done.")),
    );
    const run = await omp.run([...fake, "-p", "look"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
    const second = omp.models.requests[1]?.body ?? "";
    expect(second).toContain("1:one\\n2:two");
    expect(second).toContain(`from ${omp.workspace.path}`);
    expect(second).toContain("Command exited with code 3");
    const results = omp
      .sessionLines()
      .filter((line) => (line["message"] as { role?: string } | undefined)?.role === "toolResult");
    expect(results).toHaveLength(2);
  });

  test("the second request begins with the bytes of the first", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "true" })), reply(text("ok")));
    await omp.run([...fake, "-p", "go"]);
    const [first, second] = omp.models.requests.map(
      (request) => request.json as { system: unknown; tools: unknown; messages: unknown[] },
    );
    expect(second?.system).toEqual(first?.system);
    expect(second?.tools).toEqual(first?.tools);
    expect(second?.messages.length).toBeGreaterThan(first?.messages.length ?? 0);
  });

  test("writes every event as a line of JSON, the session header first", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("Hi")));
    const run = await omp.run([...fake, "--mode", "json", "hello"]);
    const lines = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; message?: unknown });
    expect(lines.map((line) => line.type)).toEqual([
      "session",
      "agent_start",
      "turn_start",
      "message_start",
      "message_end",
      "message_start",
      "message_update",
      "message_update",
      "message_update",
      "message_end",
      "turn_end",
      "agent_end",
    ]);
    for (const line of lines)
      if (line.type === "message_update") expect(line.message).toBeUndefined();
  });

  test("takes piped text before the message", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    await omp.run([...fake, "-p", "sum up"], { stdin: "some notes\n" });
    expect(omp.models.requests[0]?.body).toContain("some notes\\n\\nsum up");
  });

  test("--no-session leaves nothing behind", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("ok")));
    await omp.run([...fake, "--no-session", "-p", "hi"]);
    expect(readdirSync(join(omp.workspace.home, ".omp/agent"))).toEqual(["models.yml"]);
  });
});

describe("a damaged session", () => {
  test("opens with what can be read, says what was wrong, and keeps what it cannot read", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("One.")), reply(text("Two.")));
    await omp.run([...fake, "-p", "first"]);
    const folder = join(omp.workspace.home, ".omp/agent/sessions");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const name = names.find((path) => path.endsWith(".jsonl")) ?? "";
    appendFileSync(join(folder, name), 'not an entry\n{"type":"message","id":"torn');
    const run = await omp.run(["-p", "-c", "second"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Two.\n" });
    expect(run.stderr).toContain("was never finished; its 28 bytes were cut off");
    expect(run.stderr).toContain("1 line of");
    expect(omp.models.requests[1]?.body).toContain("first");
    expect(readFileSync(join(folder, name), "utf8")).toContain("not an entry\n");
  });
});

describe("when it cannot", () => {
  const cases: [args: string[], exitCode: number, says: string][] = [
    [["--modle", "x"], 2, "Unknown flag --modle. Did you mean --model?"],
    [["--mode", "jsn"], 2, "Did you mean json?"],
    [["-p"], 2, "Nothing to do."],
    [["--model", "no-such-model", "-p", "hi"], 1, 'Model "no-such-model" not found'],
    [["--model", "anthropic/claude-sonnet-5", "-p", "hi"], 3, "No API key for anthropic"],
  ];
  for (const [args, exitCode, says] of cases) {
    test(`omp ${args.join(" ")}`, async () => {
      await using omp = createOmp();
      const run = await omp.run(args);
      expect(run.exitCode).toBe(exitCode);
      expect(run.stdout).toBe("");
      expect(run.stderr).toContain(says);
      expect(run.stderr.trimEnd().split("\n")).toHaveLength(1);
    });
  }

  test("a model error goes to stderr in one line with exit code 1", async () => {
    await using omp = createOmp();
    omp.models.script(
      httpError(400, {
        body: { type: "error", error: { type: "invalid_request_error", message: "bad thing" } },
      }),
    );
    const run = await omp.run([...fake, "-p", "hi"]);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain("bad thing");
    expect(run.stderr).not.toContain("    at ");
  });
});

describe("without any credential", () => {
  test("the demo model says what it is and how to connect a real one", async () => {
    await using omp = createOmp();
    const run = await omp.run(["-p", "fix my code"], {
      env: { PI_CODING_AGENT_DIR: join(omp.workspace.root, "fresh") },
    });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain("demo/tour");
    expect(run.stdout).toContain("not an AI model");
    expect(run.stdout).toContain("ANTHROPIC_API_KEY");
  });

  test("--help teaches by examples and lists every exit code", async () => {
    await using omp = createOmp();
    const run = await omp.run(["--help"]);
    expect(run.exitCode).toBe(0);
    for (const part of ['omp -p "what does this repo do?"', "--approval-mode", "Exit codes", "143"])
      expect(run.stdout).toContain(part);
    for (const line of run.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });
});

describe("signals", () => {
  const cases: [signal: NodeJS.Signals, exitCode: number][] = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ];
  for (const [signal, exitCode] of cases) {
    test(`${signal} stops a print run, keeps the session and exits with ${exitCode}`, async () => {
      await using omp = createOmp();
      const waiting = hold();
      omp.models.script(reply([text("par"), waiting, text("tial")]));
      await using run = omp.start([...fake, "-p", "hi"]);
      await waiting.reached;
      run.kill(signal);
      const ended = await run.exited;
      waiting.release();
      expect(ended.exitCode).toBe(exitCode);
      const roles = omp
        .sessionLines()
        .map((line) => (line["message"] as { role?: string } | undefined)?.role);
      expect(roles).toContain("user");
    });
  }
});

describe("the shell", () => {
  test("keeps its directory and variables from call to call, and leaves no process behind", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "sub/x": "" });
    const mark = createProcessMark();
    omp.models.script(
      reply(toolCall("bash", { command: `cd sub; export GREETING=hello; sleep 1000 &` })),
      reply(toolCall("bash", { command: "echo $GREETING from ${PWD##*/}" })),
      reply(text("ok")),
    );
    const run = await omp.run([...fake, "-p", "go"], { env: mark.env });
    expect(run.exitCode).toBe(0);
    expect(omp.models.requests[2]?.body).toContain("hello from sub");
    expect(mark.pids()).toEqual([]);
  });
});

test("the first request is small: prompt and tools stay under 6,000 tokens", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text("ok")));
  await omp.run([...fake, "-p", "hi"]);
  const body = omp.models.requests[0]?.body ?? "";
  expect(body.length).toBeGreaterThan(1000);
  expect(body.length / 4).toBeLessThan(6000);
});
