// The Agent Client Protocol as an editor meets it: the official client at the other end of the shipped binary. Each frame
// is checked against the protocol's schema when the editor is disposed.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, httpError, reply, stop, text, thinking, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { corpus, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { schemaProblems } from "../../testing/acp-schema.ts";
import { startEditor } from "../../testing/acp-editor.ts";
import { createOmp } from "../../testing/omp-process.ts";

describe("start", () => {
  test("omp says what it can do", async () => {
    await using editor = await startEditor();
    const answer = editor.frames.find(({ from }) => from === "omp")?.message.result;
    expect(answer).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: "omp" },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: false, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, fork: {} },
      },
      authMethods: [{ id: "omp-keys" }],
    });
  });

  test("`--mode acp` is the same face", async () => {
    await using editor = await startEditor({ args: ["--mode", "acp", "--model", "fake/m"] });
    expect((await editor.newSession()).sessionId).toBeString();
  });

  test("authenticate: a known method and a key are needed", async () => {
    await using editor = await startEditor({ env: { ANTHROPIC_API_KEY: "k" } });
    expect(await editor.agent.request("authenticate", { methodId: "omp-keys" })).toEqual({});
    const wrong = editor.agent.request("authenticate", { methodId: "nope" });
    expect(await codeOf(wrong)).toBe(-32602);
    await using keyless = await startEditor();
    const missing = keyless.agent.request("authenticate", { methodId: "omp-keys" });
    expect(await codeOf(missing)).toBe(-32000);
  });

  test("a session without a key for its model asks to authenticate", async () => {
    await using editor = await startEditor({
      args: ["acp", "--model", "anthropic/claude-sonnet-4-5"],
    });
    expect(await codeOf(editor.newSession())).toBe(-32000);
  });
});

describe("a turn", () => {
  test("is streamed: thoughts, words, calls with kind, place and status, then usage", async () => {
    await using editor = await startEditor();
    editor.omp.workspace.write({ "note.txt": "hello from the file\n" });
    editor.omp.models.script(
      reply([
        thinking("let me see"),
        text("I will look. "),
        toolCall("read", { path: "note.txt" }),
      ]),
      reply(text("It says hello.")),
    );
    const { sessionId } = await editor.newSession();
    const answer = await editor.prompt(sessionId, "what does note.txt say?");
    expect(answer.stopReason).toBe("end_turn");
    expect(editor.said()).toBe("I will look. It says hello.");
    const thoughts = editor.updates("agent_thought_chunk").map(({ content }) => content);
    expect(JSON.stringify(thoughts)).toContain("let me see");
    const [call] = editor.updates("tool_call");
    expect(call).toMatchObject({ kind: "read", status: "pending", title: "read note.txt" });
    expect(call?.locations).toEqual([{ path: `${editor.omp.workspace.path}/note.txt` }]);
    const steps = editor.updates("tool_call_update").map(({ status }) => status);
    expect(steps).toEqual(["in_progress", "completed"]);
    expect(JSON.stringify(editor.updates("tool_call_update").at(-1)?.content)).toContain(
      "hello from",
    );
    expect(editor.updates("usage_update").at(-1)?.size).toBe(200_000);
    expect(await editor.end()).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("words arrive while the model still speaks", async () => {
    await using editor = await startEditor();
    const pause = hold();
    editor.omp.models.script(reply([text("first "), pause, text("second")]));
    const { sessionId } = await editor.newSession();
    const answer = editor.prompt(sessionId, "go");
    await editor.told(() => editor.said() === "first ");
    pause.release();
    await answer;
    expect(editor.said()).toBe("first second");
  });

  test("an answer that was cut off and a model that fails are told apart", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply([text("cut"), stop("length")]), httpError(401));
    const { sessionId } = await editor.newSession();
    expect((await editor.prompt(sessionId, "go")).stopReason).toBe("max_tokens");
    expect(await codeOf(editor.prompt(sessionId, "again"))).toBe(-32000);
  });

  test("several sessions run at the same time, each with its own updates", async () => {
    await using editor = await startEditor();
    const pause = hold();
    const one = await editor.newSession();
    const two = await editor.newSession();
    expect(one.sessionId).not.toBe(two.sessionId);
    editor.omp.models.scriptFor({ bodyIncludes: "say one" }, reply([text("on"), pause, text("e")]));
    editor.omp.models.scriptFor({ bodyIncludes: "say two" }, reply(text("two")));
    const first = editor.prompt(one.sessionId, "say one");
    await editor.told(() => editor.said(one.sessionId) === "on");
    expect((await editor.prompt(two.sessionId, "say two")).stopReason).toBe("end_turn");
    pause.release();
    await first;
    expect(editor.said(one.sessionId)).toBe("one");
    expect(editor.said(two.sessionId)).toBe("two");
  });

  test("a second prompt to the same session waits for the first", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply(text("a")), reply(text("b")));
    const { sessionId } = await editor.newSession();
    const both = await Promise.all([editor.prompt(sessionId, "1"), editor.prompt(sessionId, "2")]);
    expect(both.map(({ stopReason }) => stopReason)).toEqual(["end_turn", "end_turn"]);
    expect(editor.said()).toBe("ab");
  });
});

describe("mistakes of the editor", () => {
  test("each is answered with its own code, and omp goes on", async () => {
    await using editor = await startEditor();
    const { agent } = editor;
    const cwd = editor.omp.workspace.path;
    const cases: readonly [string, unknown, number][] = [
      ["no/such_method", {}, -32601],
      ["session/new", {}, -32602],
      ["session/new", { cwd: "relative", mcpServers: [] }, -32602],
      ["session/new", { cwd: `${cwd}/missing`, mcpServers: [] }, -32602],
      ["session/prompt", { sessionId: "nobody", prompt: [{ type: "text", text: "x" }] }, -32002],
      ["session/load", { sessionId: "nobody", cwd, mcpServers: [] }, -32002],
      ["session/list", { cursor: "not ours" }, -32602],
    ];
    for (const [method, params, code] of cases) {
      expect([method, await codeOf(agent.request(method, params))]).toEqual([method, code]);
    }
    const { sessionId } = await editor.newSession();
    const audio = { type: "audio" as const, data: "AAAA", mimeType: "audio/wav" };
    expect(await codeOf(agent.request("session/prompt", { sessionId, prompt: [audio] }))).toBe(
      -32602,
    );
    expect(await codeOf(agent.request("session/prompt", { sessionId, prompt: [] }))).toBe(-32602);
    editor.omp.models.script(reply(text("fine")));
    expect((await editor.prompt(sessionId, "go")).stopReason).toBe("end_turn");
  });

  test("a line that is no JSON is answered with -32700 and survived", async () => {
    await using editor = await startEditor();
    editor.sendLine("{ this is not json");
    const parse = await editor.frame(({ error }) => error?.code === -32700);
    expect(parse.id).toBeNull();
    editor.sendLine('"just a word"');
    await editor.frame(({ error }) => error?.code === -32600);
    editor.sendLine("\u0000\ufffd".repeat(50));
    await editor.newSession();
    expect(editor.frames.filter(({ message }) => message.error?.code === -32700)).toHaveLength(2);
  });

  test("requests before initialize are refused", async () => {
    await using omp = createOmp();
    const child = omp.serve(["acp", "--model", "fake/m"]);
    const params = { cwd: omp.workspace.path, mcpServers: [] };
    const asked = { jsonrpc: "2.0", id: 1, method: "session/new", params };
    child.write(`${JSON.stringify(asked)}\n`);
    const answer = JSON.parse(await child.waitForStdout((out) => out.includes("\n")));
    expect(answer).toMatchObject({ id: 1, error: { code: -32600 } });
    expect(
      schemaProblems([
        { from: "editor", message: asked },
        { from: "omp", message: answer },
      ]),
    ).toEqual([]);
    child.closeStdin();
    expect((await child.exited).exitCode).toBe(0);
  });
});

describe("the pipe", () => {
  test("carries nothing but frames, whatever commands print", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(
      reply(toolCall("bash", { command: "echo out; echo err >&2; echo direct > /proc/self/fd/1" })),
      reply(text("done")),
    );
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    const { stdout } = await editor.end();
    for (const line of stdout.trimEnd().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  test("no test speaks to omp without its frames being checked", async () => {
    const files = [...new Bun.Glob("*.test.ts").scanSync(import.meta.dir)];
    const sources = await Promise.all(
      files.map((name) => Bun.file(`${import.meta.dir}/${name}`).text()),
    );
    for (const source of sources)
      if (/\.serve\(|startUnread\(/.test(source)) expect(source).toContain("schemaProblems(");
  });

  skipUnless(corpus("acp/v1.schema.json"))("frames that do not fit the protocol are found", () => {
    const update = { sessionUpdate: "tool_call", toolCallId: "1" };
    const message = {
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId: "s", update },
    };
    expect(schemaProblems([{ from: "omp", message }])).not.toEqual([]);
    const titled = { ...message, params: { sessionId: "s", update: { ...update, title: "t" } } };
    expect(schemaProblems([{ from: "omp", message: titled }])).toEqual([]);
  });

  test("an editor that goes in the middle of a turn ends omp, its command and nothing it saved", async () => {
    await using editor = await startEditor();
    // Known by its argument: in a sandbox a command has another pid than the system has for it.
    const length = `60.${crypto.getRandomValues(new Uint32Array(1))[0]}`;
    editor.omp.models.script(reply(toolCall("bash", { command: `exec sleep ${length}` })));
    const { sessionId } = await editor.newSession();
    const lost = editor.prompt(sessionId, "words to keep").catch(() => undefined);
    await eventually(() => isRunningWith(length) || undefined);
    expect((await editor.end()).exitCode).toBe(0);
    await lost;
    expect(isRunningWith(length)).toBe(false);
    expect(JSON.stringify(editor.omp.sessionLines())).toContain("words to keep");
  });

  test("SIGTERM ends omp with its sessions saved", async () => {
    await using editor = await startEditor();
    editor.omp.models.script(reply(text("kept")));
    const { sessionId } = await editor.newSession();
    await editor.prompt(sessionId, "go");
    editor.process.kill("SIGTERM");
    expect((await editor.process.exited).exitCode).toBe(143);
    expect(JSON.stringify(editor.omp.sessionLines())).toContain("kept");
  });
});

/** Whether a process has this argument. */
function isRunningWith(argument: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").endsWith(`\0${argument}\0`);
    } catch {
      return false; // No process, or one that has just ended.
    }
  });
}

/** The code of the error that a request is answered with. */
async function codeOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => "no error",
    (error: { code?: number }) => error.code,
  );
}
