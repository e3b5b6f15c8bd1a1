// Codex over WebSocket: the same message as over HTTP, one connection for many requests, retries, and
// the way back to HTTP.
import { describe, expect, test } from "bun:test";
import {
  type FakeModels,
  hold,
  httpError,
  midStreamError,
  raw,
  reset,
  stall,
  startFakeModels,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
} from "@oh-my-pi/pi-testkit/llm";
import { streamChat } from "../../stream.ts";
import { collect, failureOf, until } from "../../testing/consume.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { aModel, aRequest, READ_TOOL, user } from "../../testing/requests.ts";
import type { SocketTransport, SocketTransportOptions } from "../../transport/socket-transport.ts";
import { createCodexSocket } from "./codex-socket.ts";

const PATH = "GET /backend-api/codex/responses";

function requestTo(server: FakeModels) {
  const baseUrl = `${server.url}/backend-api`;
  const model = aModel({ api: "openai-codex-responses", baseUrl, reasoning: true });
  return aRequest(model, [user("hi")], { sessionId: "s-1" }, { tools: [READ_TOOL] });
}

function ask(server: FakeModels, socket: SocketTransport, signal?: AbortSignal) {
  const { fetch, timeouts } = socket;
  const headers = { authorization: "Bearer t", "chatgpt-account-id": "acc" };
  const deployment = { baseUrl: `${server.url}/backend-api`, headers };
  return streamChat(requestTo(server), { fetch, timeouts, deployment, signal, mergeWindowMs: 0 });
}

const transports = (server: FakeModels) => server.requests.map(({ transport }) => transport);
/** Without waits, so that retries need no clock. */
const eager = (options: SocketTransportOptions = {}) =>
  createCodexSocket({ policy: "on", retryDelayMs: 0, ...options });

describe("a response", () => {
  const said = [
    thinking("hm", { signature: "enc" }),
    text("Hellö 👋 wörld", { deltas: 3 }),
    toolCall("read", { path: "a" }, { id: "call_1", splitArgs: 3 }),
    usage({ input: 5, output: 7, cacheRead: 11 }),
  ];

  test("is the same as over HTTP", async () => {
    using server = startFakeModels();
    server.script(said, said);
    using socket = eager();
    const overSocket = await collect(ask(server, socket));
    using plain = createCodexSocket({ policy: "off" });
    const overHttp = await collect(ask(server, plain));
    expect(transports(server)).toEqual(["websocket", "http"]);
    expect(overSocket.map(({ type }) => type)).toEqual(overHttp.map(({ type }) => type));
    const [ours, theirs] = [overSocket.at(-1), overHttp.at(-1)].map((event) =>
      event?.type === "done" ? { ...event.message, timestamp: 0, duration: 0, ttft: 0 } : undefined,
    );
    const known = (id: string | undefined) => id?.replaceAll("fake_2", "fake_1");
    expect(JSON.stringify(ours)).toBe(known(JSON.stringify(theirs)) as string);
  });

  test("asks with the body of the HTTP request and the headers of the account", async () => {
    using server = startFakeModels();
    server.script(said, said);
    using socket = eager();
    await ask(server, socket).result();
    using plain = createCodexSocket({ policy: "off" });
    await ask(server, plain).result();
    const [sent, posted] = server.requests.map(({ json }) => json);
    const { stream, ...fields } = posted ?? {};
    expect(stream).toBe(true);
    expect(JSON.stringify(sent)).toBe(JSON.stringify({ type: "response.create", ...fields }));
    const headers = server.requests[0]?.headers;
    expect(headers?.get("openai-beta")).toMatch(/^responses_websockets=/);
    expect(headers?.get("chatgpt-account-id")).toBe("acc");
    expect(headers?.get("session_id")).toBe("s-1");
    expect(server.requests[1]?.headers.get("openai-beta")).toBe("responses=experimental");
  });

  test("longer than all that may wait unread", async () => {
    using server = startFakeModels();
    server.script(text("0123456789".repeat(200), { deltas: 2000 }));
    using socket = eager();
    const message = await ask(server, socket).result();
    expect(message.content).toMatchObject([{ type: "text", text: "0123456789".repeat(200) }]);
  });
});

describe("the connection", () => {
  /** Counts the handshakes of a server by its connections' first messages. */
  const connectionsOf = (server: FakeModels) =>
    new Set(server.requests.map(({ headers }) => headers.get("sec-websocket-key"))).size;

  test("is used again, until it is closed", async () => {
    using server = startFakeModels();
    server.script(text("one"), text("two"), text("three"));
    using socket = eager();
    await ask(server, socket).result();
    await ask(server, socket).result();
    expect(connectionsOf(server)).toBe(1);
    socket.close();
    await ask(server, socket).result();
    expect(connectionsOf(server)).toBe(2);
    expect(transports(server)).toEqual(["websocket", "websocket", "websocket"]);
  });

  test("is not shared by two requests at once", async () => {
    using server = startFakeModels();
    const gate = hold();
    server.script([text("one"), gate], text("two"));
    using socket = eager();
    const first = ask(server, socket).result();
    await gate.reached;
    expect((await ask(server, socket).result()).content).toMatchObject([{ text: "two" }]);
    gate.release();
    expect((await first).content).toMatchObject([{ text: "one" }]);
    expect(connectionsOf(server)).toBe(2);
  });

  test("is not used with other credentials", async () => {
    using server = startFakeModels();
    server.script(text("one"), text("two"));
    using socket = eager();
    await ask(server, socket).result();
    const { fetch } = socket;
    const deployment = { baseUrl: `${server.url}/backend-api`, headers: { authorization: "u" } };
    await streamChat(requestTo(server), { fetch, deployment }).result();
    expect(connectionsOf(server)).toBe(2);
    expect(server.requests[1]?.headers.get("authorization")).toBe("u");
  });

  test("that is idle for 300 s is let go", async () => {
    using server = startFakeModels();
    server.script(text("one"), text("two"));
    const clock = new ManualClock();
    using socket = eager({ clock });
    await ask(server, socket).result();
    clock.advance(299_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(clock.pending).toBe(0);
    await ask(server, socket).result();
    expect(connectionsOf(server)).toBe(2);
  });

  test("that is silent for 300 s within a response ends it", async () => {
    using server = startFakeModels();
    server.script([text("x"), stall()]);
    const clock = new ManualClock();
    using socket = eager({ clock });
    const { fetch, timeouts } = socket;
    const stream = streamChat(requestTo(server), {
      fetch,
      timeouts,
      now: clock.now,
      setTimer: clock.setTimer,
      mergeWindowMs: 0,
    });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    clock.advance(300_000);
    expect(await until(events, "error")).toMatchObject({ facts: { kind: "timeout" } });
    expect(await server.requests[0]?.outcome).toBe("clientGone");
  });

  test("is closed with the transport, whatever is under way", async () => {
    using server = startFakeModels();
    server.script([text("half"), stall()]);
    const socket = eager();
    const stream = ask(server, socket);
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    socket.close();
    expect(await until(events, "error")).toMatchObject({ facts: { kind: "network" } });
    expect(await server.requests[0]?.outcome).toBe("clientGone");
  });

  test("is closed by an abort, at once", async () => {
    using server = startFakeModels();
    server.script([text("half"), stall()]);
    using socket = eager();
    const controller = new AbortController();
    const stream = ask(server, socket, controller.signal);
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    controller.abort();
    expect(await until(events, "error")).toMatchObject({ reason: "aborted" });
    expect(await server.requests[0]?.outcome).toBe("clientGone");
  });
});

describe("a lost connection", () => {
  const lost = reset({ afterBytes: 0 });

  test("before the first event is tried again five times, later and later", async () => {
    using server = startFakeModels();
    server.script(...Array.from({ length: 6 }, () => [text("x"), lost]));
    const clock = new ManualClock();
    using socket = createCodexSocket({ policy: "on", clock });
    const failure = failureOf(ask(server, socket));
    const waits: number[] = [];
    for (let number = 1; number <= 6; number++) {
      await server.nthRequest(number);
      if (number === 6) break;
      while (clock.pending === 0) await new Promise((resolve) => setImmediate(resolve));
      const start = clock.now();
      while (clock.pending > 0) clock.advance(100);
      waits.push(clock.now() - start);
    }
    expect(await failure).toMatchObject({ kind: "network", retryable: true });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    expect(server.requests.length).toBe(6);
  });

  test("is no loss when the next try works", async () => {
    using server = startFakeModels();
    server.script([text("x"), lost], text("there"));
    using socket = eager();
    expect((await ask(server, socket).result()).content).toMatchObject([{ text: "there" }]);
  });

  test("that was kept is replaced without a wait", async () => {
    using server = startFakeModels();
    server.script(text("one"), [text("x"), lost], text("two"));
    const clock = new ManualClock();
    using socket = createCodexSocket({ policy: "on", clock });
    await ask(server, socket).result();
    expect((await ask(server, socket).result()).content).toMatchObject([{ text: "two" }]);
  });

  test("within a response is an error that may be tried again", async () => {
    using server = startFakeModels();
    server.script([text("half"), truncate()], [text("half"), reset()]);
    using socket = eager();
    for (let count = 0; count < 2; count++) {
      const stream = ask(server, socket);
      expect(await failureOf(stream)).toMatchObject({ kind: "network", retryable: true });
      expect((await stream.result()).content).toMatchObject([{ text: "half" }]);
    }
    expect(server.requests.length).toBe(2);
  });

  test("leads to HTTP when the policy is auto, and stays there", async () => {
    using server = startFakeModels();
    server.script([text("x"), lost], [text("x"), lost], text("one"), text("two"));
    using socket = createCodexSocket({ maxRetries: 1, retryDelayMs: 0 });
    expect((await ask(server, socket).result()).content).toMatchObject([{ text: "one" }]);
    await ask(server, socket).result();
    expect(transports(server)).toEqual(["websocket", "websocket", "http", "http"]);
  });
});

describe("a refused handshake", () => {
  test("leads to HTTP at once when the policy is auto, until the transport is closed", async () => {
    using server = startFakeModels();
    server.route(PATH, httpError(426));
    server.script(text("one"), text("two"), text("three"));
    using socket = createCodexSocket({ clock: new ManualClock() });
    for (let count = 0; count < 2; count++) {
      expect((await ask(server, socket).result()).stopReason).toBe("stop");
    }
    expect(server.otherRequests.length).toBe(1);
    socket.close();
    await ask(server, socket).result();
    expect(server.otherRequests.length).toBe(2);
    expect(transports(server)).toEqual(["http", "http", "http"]);
  });

  test("that may pass is tried again with the next request", async () => {
    using server = startFakeModels();
    server.route(PATH, httpError(503));
    server.script(text("one"), text("two"));
    using socket = createCodexSocket();
    await ask(server, socket).result();
    await ask(server, socket).result();
    expect(server.otherRequests.length).toBe(2);
  });

  test("is an error with its status when the policy is on", async () => {
    using server = startFakeModels();
    server.route(PATH, httpError(403));
    using socket = eager();
    expect(await failureOf(ask(server, socket))).toMatchObject({
      kind: "auth",
      status: 403,
      message: expect.stringContaining("refused a WebSocket connection"),
    });
  });

  test("never happens when the policy is off", async () => {
    using server = startFakeModels();
    server.script(text("one"));
    using socket = createCodexSocket({ policy: "off" });
    await ask(server, socket).result();
    expect(server.otherRequests.length).toBe(0);
    expect(transports(server)).toEqual(["http"]);
  });
});

test("nobody listens: the error of HTTP", async () => {
  const server = startFakeModels();
  server[Symbol.dispose]();
  using socket = createCodexSocket();
  expect(await failureOf(ask(server, socket))).toMatchObject({ kind: "network", retryable: true });
});

describe("an error frame", () => {
  test("with a status is the HTTP error that it stands for", async () => {
    using server = startFakeModels();
    const headers = { "retry-after": "7" };
    server.script(httpError(429, { type: "rate_limit_exceeded", message: "slow down", headers }));
    using socket = createCodexSocket();
    expect(await failureOf(ask(server, socket))).toMatchObject({
      kind: "rate-limit",
      status: 429,
      retryAfterMs: 7000,
    });
    expect(transports(server)).toEqual(["websocket"]);
  });

  test("within a response ends it, and its connection is not used again", async () => {
    using server = startFakeModels();
    server.script([text("x"), midStreamError("server_error", "oops")], text("fine"));
    using socket = eager();
    expect(await failureOf(ask(server, socket))).toMatchObject({ kind: "server" });
    expect((await ask(server, socket).result()).content).toMatchObject([{ text: "fine" }]);
  });

  test("that is no JSON is told as over HTTP", async () => {
    using server = startFakeModels();
    server.script(raw('{"type": "error"'));
    using socket = eager();
    expect(await failureOf(ask(server, socket))).toMatchObject({ kind: "protocol" });
  });
});
