// `omp serve` as programs use it, against the shipped binary: sessions, commands and events over HTTP and WebSocket.
import { describe, expect, test } from "bun:test";
import { failureOf } from "@oh-my-pi/pi-testkit/failure-of";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createOmp } from "../../testing/omp-process.ts";
import { framesOf, framesUntil, startServe } from "../../testing/serve-host.ts";

const JSON_TYPE = { "content-type": "application/json" };
const isEnd = ({ type }: Readonly<Record<string, unknown>>): boolean => type === "agent_end";

describe("over HTTP", () => {
  test("a session is opened, prompted, heard and closed", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("hello")));
    await using serve = await startServe(omp);
    const session = await serve.open();
    const events = framesOf(await serve.fetch(`${session}/events`));
    expect(await serve.command(session, { id: "1", type: "prompt", message: "hi" })).toEqual({
      id: "1",
      type: "response",
      command: "prompt",
      success: true,
    });
    const heard = await framesUntil(events, isEnd);
    expect(heard[0]).toEqual({ type: "agent_start" });
    const update = heard.find(({ type }) => type === "message_update");
    expect(update).not.toHaveProperty("message");
    expect(await serve.command(session, { type: "get_last_assistant_text" })).toMatchObject({
      data: { text: "hello" },
    });
    expect(await (await serve.fetch("/api/sessions")).json()).toMatchObject({
      sessions: [{ model: "fake/m", messageCount: 2, isStreaming: false, cwd: omp.workspace.path }],
    });
    expect((await serve.fetch(session, { method: "DELETE" })).status).toBe(204);
    expect((await events.next()).value).toEqual({ type: "end", reason: "The session was closed." });
    expect(await (await serve.fetch("/api/sessions")).json()).toEqual({ sessions: [] });
    expect(omp.sessionLines().at(-1)).toMatchObject({ type: "message" });
  });

  test("who comes later is told what there is", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("first")), reply(text("second")));
    await using serve = await startServe(omp);
    const session = await serve.open({ ephemeral: true });
    const ended = framesOf(await serve.fetch(`${session}/events`));
    await serve.command(session, { type: "prompt", message: "one" });
    await framesUntil(ended, isEnd);
    const late = framesOf(await serve.fetch(`${session}/events?snapshot=1`));
    const { value: snapshot } = await late.next();
    expect(snapshot).toMatchObject({ type: "snapshot", session: { messageCount: 2 } });
    expect(JSON.stringify(snapshot)).toContain("first");
    await serve.command(session, { type: "prompt", message: "two" });
    expect(JSON.stringify(await framesUntil(late, isEnd))).toContain("second");
    expect(omp.sessionLines()).toEqual([]);
  });

  test("sessions are apart; another session takes the place of one under the same id", async () => {
    await using omp = createOmp();
    omp.models.scriptFor(({ body }) => body.includes("apple"), reply(text("red")));
    omp.models.scriptFor(({ body }) => body.includes("lime"), reply(text("green")));
    await using serve = await startServe(omp);
    const [one, two] = [await serve.open(), await serve.open()];
    const streams = await Promise.all(
      [one, two].map(async (session) => framesOf(await serve.fetch(`${session}/events`))),
    );
    await Promise.all([
      serve.command(one, { type: "prompt", message: "apple" }),
      serve.command(two, { type: "prompt", message: "lime" }),
    ]);
    const [red, green] = await Promise.all(streams.map((stream) => framesUntil(stream, isEnd)));
    expect(JSON.stringify(red)).toContain("red");
    expect(JSON.stringify(red)).not.toContain("green");
    expect(JSON.stringify(green)).toContain("green");
    expect(await serve.command(one, { type: "new_session" })).toMatchObject({ success: true });
    expect(await serve.command(one, { type: "get_messages" })).toMatchObject({
      data: { messages: [] },
    });
  });

  test("what is wrong is said", async () => {
    await using omp = createOmp();
    await using serve = await startServe(omp);
    const session = await serve.open();
    const post = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
      serve.fetch(path, { method: "POST", body, headers });
    const cases: readonly (readonly [Promise<Response>, number, string])[] = [
      [post(`${session}/command`, "{nonsense"), 400, "Failed to parse command"],
      [post(`${session}/command`, '{"id":7,"type":"dance"}'), 400, "Unknown command: dance"],
      [post(`${session}/command`, '{"type":"get_state"}', {}), 415, "application/json"],
      [post("/api/sessions", '{"cwd":"/no/such/place"}'), 400, "there is no directory"],
      [post("/api/sessions", '{"sessionFile":"no.jsonl"}'), 400, "there is no session file"],
      [post("/api/sessions", '{"model":"zzz/zzz"}'), 400, 'Model \\"zzz/zzz\\" not found'],
      [post("/api/sessions", '{"colour":"red"}'), 400, "colour"],
      [post("/api/sessions", "["), 400, "expected object"],
      [serve.fetch("/api/sessions/none/command"), 404, "no such session"],
      [serve.fetch("/api/other"), 404, "nothing here"],
      [serve.fetch("/etc/passwd"), 404, "nothing here"],
      [serve.fetch(`${session}/command`), 405, "POST"],
      [serve.fetch(`${session}/socket`), 426, "WebSocket"],
    ];
    for (const [asked, status, sentence] of cases) {
      const response = await asked;
      expect([response.status, await response.text()]).toEqual([
        status,
        expect.stringContaining(sentence),
      ]);
    }
  });
});

describe("over WebSocket", () => {
  test("frames as over lines: ready, answers by id, events, tools of the host", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("add", { a: 20, b: 22 })), reply(text("forty-two")));
    await using serve = await startServe(omp);
    const session = await serve.open();
    await using host = await serve.connect(session);
    expect(host.socket.protocol).toBe("omp");
    await host.hear(({ type }) => type === "ready");
    host.send({ id: "1", type: "set_host_tools", tools: [addTool] });
    await host.hear(({ id }) => id === "1");
    host.send({ id: "2", type: "prompt", message: "add" });
    const call = await host.hear(({ type }) => type === "host_tool_call");
    host.send({ type: "host_tool_result", id: call["id"], result: "42" });
    await host.hear(isEnd);
    expect(omp.models.requests[1]?.body).toContain('"42"');
    host.send({ id: 3, type: "nonsense" });
    expect(await host.hear(({ id }) => id === 3)).toMatchObject({ success: false });
    host.socket.send("{torn");
    expect(await host.hear(({ command }) => command === "parse")).toMatchObject({ success: false });
  });

  test("a host that goes ends the call it was asked; the session lives on", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("add", {})), reply(text("without you")));
    await using serve = await startServe(omp);
    const session = await serve.open();
    const watcher = framesOf(await serve.fetch(`${session}/events`));
    const host = await serve.connect(session);
    host.send({ id: "1", type: "set_host_tools", tools: [addTool] });
    host.send({ id: "2", type: "prompt", message: "add" });
    await host.hear(({ type }) => type === "host_tool_call");
    await host[Symbol.asyncDispose]();
    await framesUntil(watcher, isEnd);
    expect(omp.models.requests[1]?.body).toContain("The host went away.");
  });

  test("approvals go to the host that asked for them", async () => {
    await using omp = createOmp();
    omp.models.script(reply(toolCall("bash", { command: "echo ran" })), reply(text("done")));
    await using serve = await startServe(omp, ["--approval-mode", "always-ask"]);
    const session = await serve.open({ ui: true });
    await using host = await serve.connect(session);
    host.send({ type: "prompt", message: "run it" });
    const { id } = await host.hear(({ type }) => type === "extension_ui_request");
    host.send({ type: "extension_ui_response", id, value: "Approve" });
    await host.hear(isEnd);
    expect(omp.models.requests[1]?.body).toContain("ran");
  });

  test("a wrong token is not let in", async () => {
    await using omp = createOmp();
    await using serve = await startServe(omp);
    const session = await serve.open();
    const url = `ws://127.0.0.1:${serve.port}${session}/socket`;
    const { SocketHost } = await import("../../testing/serve-host.ts");
    await failureOf(SocketHost.open(url, ["omp"]));
    await failureOf(SocketHost.open(url, ["omp", "omp-token.wrong"]));
  });
});

test("the address is printed once with a note; SIGTERM ends the server and its commands", async () => {
  await using omp = createOmp();
  const server = omp.serve(["serve", "--model", "fake/m"]);
  const shown = await server.waitForStdout((out) => out.includes("Ctrl+C"));
  expect(shown.match(/http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\n/g)?.length).toBe(1);
  server.kill("SIGTERM");
  expect(await server.exited).toMatchObject({ exitCode: 143, stderr: "" });
});

test("a port that is taken, or none, is said in a line", async () => {
  await using omp = createOmp();
  await using serve = await startServe(omp);
  const taken = await omp.run(["serve", "--port", String(serve.port)]);
  expect(taken).toMatchObject({
    exitCode: 1,
    stderr: `omp: Port ${serve.port} cannot be had: it is in use.\n`,
  });
  expect(await omp.run(["serve", "--port", "http"])).toMatchObject({ exitCode: 2 });
});

const addTool = { name: "add", description: "Adds.", parameters: { type: "object" } };
