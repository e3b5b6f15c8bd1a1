// Whatever the other side does wrong ends in exactly one terminal event, with the facts of it.
import { describe, expect, test } from "bun:test";
import {
  hold,
  httpError,
  json,
  midStreamError,
  raw,
  reset,
  type Scripted,
  sendHeaders,
  stall,
  startFakeModels,
  text,
  truncate,
} from "@oh-my-pi/pi-testkit/llm";
import type { ProviderErrorKind } from "./model/provider-error.ts";
import { streamChat } from "./stream.ts";
import { failureOf, until } from "./testing/consume.ts";
import { ManualClock } from "./testing/manual-clock.ts";
import { aModel, aRequest, user } from "./testing/requests.ts";

const APIS = ["anthropic-messages", "openai-completions"];
const hi = [user("hi")];
const requestTo = (url: string, api = "anthropic-messages") =>
  aRequest(aModel({ api, baseUrl: `${url}/v1` }), hi);

type Row = [
  title: string,
  reply: Scripted,
  kind: ProviderErrorKind,
  isRetryable: boolean,
  message: RegExp,
];
const SSE = { contentType: "text/event-stream" };
const HTML = { contentType: "text/html" };
const page = new TextEncoder().encode("<html><title>nginx</title></html>");

const FAULTS: Row[] = [
  ["overloaded", httpError(503, { message: "Overloaded" }), "overloaded", true, /Overloaded/],
  ["HTML error", httpError(502, { ...HTML, body: page }), "server", true, /nginx/],
  ["empty error", httpError(500, { body: "" }), "server", true, /HTTP 500/],
  ["key refused", httpError(401, { message: "invalid api key" }), "auth", false, /api key/],
  [
    "wait asked",
    httpError(429, { message: "slow down", headers: { "retry-after": "7" } }),
    "rate-limit",
    true,
    /slow down \(retry in 7 s\)/,
  ],
  [
    "page with status 200",
    raw("<title>Log in</title>", HTML),
    "protocol",
    false,
    /text\/html.*Log in/,
  ],
  [
    "error with status 200",
    json({ error: { type: "overloaded_error", message: "busy" } }),
    "overloaded",
    true,
    /busy/,
  ],
  [
    "other JSON with status 200",
    json({ id: 1, message: "hello" }),
    "protocol",
    false,
    /application\/json/,
  ],
  [
    "JSON that says there is no error",
    json({ error: null, message: "hello" }),
    "protocol",
    false,
    /application\/json/,
  ],
  ["nothing but a status", raw("", { status: 204 }), "protocol", false, /instead of a stream$/],
  [
    "redirect",
    raw("", { status: 307, headers: { location: "http://127.0.0.1:9/x" } }),
    "invalid-request",
    false,
    /redirects to http:\/\/127.0.0.1:9/,
  ],
  [
    "error event",
    [text("x"), midStreamError("server_error", "went wrong")],
    "server",
    true,
    /went wrong/,
  ],
  ["end before the end", [text("x"), truncate()], "network", true, /before it was complete/],
  [
    "end inside an event",
    [text("x"), truncate({ afterBytes: 130 })],
    "network",
    true,
    /before it was complete/,
  ],
  [
    "closed without the HTTP end",
    [text("x"), truncate(undefined, "close")],
    "network",
    true,
    /No connection|before it was complete/,
  ],
  ["reset", [text("x"), reset()], "network", true, /No connection|before it was complete/],
  ["nothing at all", raw("", SSE), "network", true, /before it was complete/],
  [
    "event that is no JSON",
    raw("data: {oops\n\n", SSE),
    "protocol",
    true,
    /not valid JSON: \{oops/,
  ],
  ["event that is no object", raw("data: 5\n\n", SSE), "protocol", true, /not valid JSON/],
  [
    "damaged gzip",
    raw("this is no gzip at all", { ...SSE, headers: { "content-encoding": "gzip" } }),
    "network",
    true,
    /No connection/,
  ],
];

describe.each(APIS)("%s", (api) => {
  test.each(FAULTS)("%s", async (_title, scripted, kind, isRetryable, message) => {
    using server = startFakeModels();
    server.script(scripted);
    const facts = await failureOf(streamChat(requestTo(server.url, api)));
    expect(facts.kind).toBe(kind);
    expect(facts.retryable).toBe(isRetryable);
    expect(facts.message).toMatch(message);
    expect(server.requests.length).toBe(1);
  });
});

test("an error answer that never ends is cut off", async () => {
  using server = startFakeModels();
  const body = new TextEncoder().encode("x".repeat(200_000));
  server.script(raw(body, { status: 500, controls: [stall({ afterBytes: 150_000 })] }));
  expect((await failureOf(streamChat(requestTo(server.url)))).kind).toBe("server");
  expect(await server.requests[0]?.outcome).toBe("clientGone");
});

test("a credential in the query does not get into the message", async () => {
  using server = startFakeModels();
  server.script(raw("", { status: 307, headers: { location: "http://127.0.0.1:9/x" } }));
  const deployment = { baseUrl: `${server.url}/v1`, query: { key: "s3cret" } };
  const facts = await failureOf(streamChat(requestTo(server.url), { deployment }));
  expect(facts.message).not.toContain("s3cret");
});

test("what came before a reset stays", async () => {
  using server = startFakeModels();
  const gate = hold();
  server.script([text("half"), gate, reset()]);
  const stream = streamChat(requestTo(server.url));
  const events = stream[Symbol.asyncIterator]();
  await until(events, "text_delta");
  gate.release();
  await until(events, "error");
  const message = await stream.result();
  expect(message).toMatchObject({ stopReason: "error", content: [{ type: "text", text: "half" }] });
});

/** A listener that answers every connection with these bytes and closes it. */
function blurt(bytes: string) {
  return Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        socket.write(bytes);
        socket.end();
      },
    },
  });
}

describe("who does not speak HTTP", () => {
  test.each([
    ["closes at once", ""],
    ["says something else", "SSH-2.0-OpenSSH\r\n\r\n"],
  ])("%s", async (_title, bytes) => {
    const listener = blurt(bytes);
    try {
      const facts = await failureOf(streamChat(requestTo(`http://127.0.0.1:${listener.port}`)));
      expect(facts).toMatchObject({ kind: "network", retryable: true });
    } finally {
      listener.stop(true);
    }
  });

  test("does not even listen", async () => {
    const listener = blurt("");
    const url = `http://127.0.0.1:${listener.port}`;
    listener.stop(true);
    const facts = await failureOf(streamChat(requestTo(url)));
    expect(facts).toMatchObject({ kind: "network", retryable: true, code: "ECONNREFUSED" });
    expect(facts.message).toContain("refuses connections");
  });

  test("has no address", async () => {
    const facts = await failureOf(streamChat(requestTo("nonsense")));
    expect(facts).toMatchObject({ kind: "invalid-request", retryable: false });
  });
});

describe("silence", () => {
  const PING = 'data: {"type":"message_start","message":{"id":"m"}}\n\ndata: {"type":"ping"}\n\n';

  /** Runs until `event`, lets `spanMs` less one pass, and expects the end with the last millisecond. */
  async function silence(scripted: Scripted, event: "start" | "text_delta", spanMs: number) {
    using server = startFakeModels();
    server.script(scripted);
    const clock = new ManualClock();
    const stream = streamChat(requestTo(server.url), {
      now: clock.now,
      setTimer: clock.setTimer,
      timeouts: { firstEventMs: 10_000, idleMs: 3000 },
    });
    const events = stream[Symbol.asyncIterator]();
    await until(events, event);
    clock.advance(spanMs - 1);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    const last = await until(events, "error");
    expect(await server.requests[0]?.outcome).toBe("clientGone");
    expect(clock.pending).toBe(0);
    return last;
  }

  test("before the first content, pings or not", async () => {
    const pings = raw(`${PING}:`, { ...SSE, controls: [stall({ afterBytes: PING.length })] });
    expect(await silence(pings, "start", 10_000)).toMatchObject({
      reason: "error",
      facts: { kind: "timeout", retryable: true, message: expect.stringContaining("within 10 s") },
    });
  });

  test("in the middle", async () => {
    expect(await silence([text("x"), stall()], "text_delta", 3000)).toMatchObject({
      facts: { kind: "timeout", retryable: true, message: expect.stringContaining("for 3 s") },
    });
  });

  test("instead of an answer", async () => {
    using server = startFakeModels();
    server.script(stall());
    const clock = new ManualClock();
    const { now, setTimer } = clock;
    const call = { now, setTimer, timeouts: { firstEventMs: 500 } };
    const failure = failureOf(streamChat(requestTo(server.url), call));
    await server.nthRequest(1);
    clock.advance(500);
    expect((await failure).kind).toBe("timeout");
  });

  test("of the error's body leaves the status to go by", async () => {
    using server = startFakeModels();
    server.script(raw("x", { status: 503, controls: [sendHeaders(), stall({ afterBytes: 0 })] }));
    const clock = new ManualClock();
    const responded = Promise.withResolvers<void>();
    const failure = failureOf(
      streamChat(requestTo(server.url), {
        now: clock.now,
        setTimer: clock.setTimer,
        timeouts: { firstEventMs: 500 },
        onResponse: () => responded.resolve(),
      }),
    );
    await responded.promise;
    clock.advance(500);
    expect(await failure).toMatchObject({ kind: "overloaded", status: 503 });
  });
});
