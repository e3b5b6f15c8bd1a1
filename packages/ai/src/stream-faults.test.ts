// Whatever the other side does wrong ends in exactly one terminal event, with the facts of it.
import { describe, expect, test } from "bun:test";
import type { ProviderErrorKind } from "./model/provider-error.ts";
import { streamChat } from "./stream.ts";
import {
  delta,
  failureOf,
  OPEN,
  requestTo,
  sse,
  START,
  streamOf,
  until,
} from "./testing/anthropic-wire.ts";
import {
  type Answer,
  chunk,
  head,
  LAST_CHUNK,
  ManualClock,
  whole,
  type Wire,
  WireServer,
} from "./testing/wire-server.ts";

type Row = [
  title: string,
  answer: Answer,
  kind: ProviderErrorKind,
  isRetryable: boolean,
  message: RegExp,
];
const JSON_TYPE = { "content-type": "application/json" };
const error = (type: string, message: string) => JSON.stringify({ error: { type, message } });

const FAULTS: Row[] = [
  [
    "JSON error",
    whole("529 Overloaded", JSON_TYPE, error("overloaded_error", "Overloaded")),
    "overloaded",
    true,
    /Overloaded/,
  ],
  [
    "HTML error",
    whole("502 Bad Gateway", { "content-type": "text/html" }, "<title>nginx</title>"),
    "server",
    true,
    /nginx/,
  ],
  ["empty error", whole("500 Oops", {}), "server", true, /HTTP 500/],
  [
    "key refused",
    whole("401 Unauthorized", JSON_TYPE, error("authentication_error", "invalid x-api-key")),
    "auth",
    false,
    /x-api-key/,
  ],
  [
    "wait asked",
    whole("429 Too Many", { ...JSON_TYPE, "retry-after": "7" }, error("rate_limit_error", "slow")),
    "rate-limit",
    true,
    /slow \(retry in 7 s\)/,
  ],
  [
    "error page with status 200",
    whole("200 OK", { "content-type": "text/html" }, "<title>Log in</title>"),
    "protocol",
    false,
    /text\/html.*Log in/,
  ],
  [
    "error object with status 200",
    whole("200 OK", JSON_TYPE, error("overloaded_error", "busy")),
    "overloaded",
    true,
    /busy/,
  ],
  [
    "other JSON with status 200",
    whole("200 OK", JSON_TYPE, '{"id":1,"message":"hello"}'),
    "protocol",
    false,
    /application\/json/,
  ],
  [
    "redirect",
    whole("307 Moved", { location: "http://127.0.0.1:9/v1/messages" }),
    "invalid-request",
    false,
    /redirects to http:\/\/127.0.0.1:9/,
  ],
  [
    "error event",
    streamOf(
      START,
      OPEN,
      delta("x"),
      sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
    ),
    "overloaded",
    true,
    /Overloaded/,
  ],
  [
    "end before the end",
    streamOf(START, OPEN, delta("x")),
    "network",
    true,
    /before it was complete/,
  ],
  [
    "end inside an event",
    streamOf(START, OPEN, delta("x"), 'data: {"type":"content_bl'),
    "network",
    true,
    /before it was complete/,
  ],
  ["nothing at all", streamOf(), "network", true, /before it was complete/],
  [
    "event that is no JSON",
    streamOf(START, "data: {oops\n\n", OPEN),
    "protocol",
    true,
    /not valid JSON: \{oops/,
  ],
  [
    "event that is no object",
    streamOf(START, "data: 5\n\n", OPEN),
    "protocol",
    true,
    /not valid JSON/,
  ],
  [
    "closed without the last chunk",
    (wire) => {
      wire.write(head());
      wire.write(chunk(START + OPEN + delta("x")));
      wire.end();
    },
    "network",
    true,
    /No connection|before it was complete/,
  ],
  ["closed before the head", (wire) => wire.end(), "network", true, /No connection/],
  [
    "not HTTP",
    (wire) => {
      wire.write("SSH-2.0-OpenSSH\r\n\r\n");
      wire.end();
    },
    "network",
    true,
    /No connection/,
  ],
  [
    "damaged gzip",
    (wire) => {
      wire.write(head("200 OK", { "content-encoding": "gzip" }));
      wire.write(chunk("this is not gzip at all"));
      wire.write(LAST_CHUNK);
    },
    "network",
    true,
    /No connection/,
  ],
  [
    "refusal",
    streamOf(
      START,
      sse({
        type: "message_delta",
        delta: { stop_reason: "refusal", stop_details: { explanation: "No." } },
      }),
      sse({ type: "message_stop" }),
    ),
    "refusal",
    false,
    /^No\.$/,
  ],
];

describe("a bad answer", () => {
  test.each(FAULTS)("%s", async (_title, answer, kind, isRetryable, message) => {
    using server = new WireServer(answer);
    const facts = await failureOf(streamChat(requestTo(server.url)));
    expect(facts.kind).toBe(kind);
    expect(facts.retryable).toBe(isRetryable);
    expect(facts.message).toMatch(message);
    expect(server.requests.length).toBe(1);
  });

  test("reset in the middle keeps what came", async () => {
    const wires: Wire[] = [];
    using server = new WireServer((wire) => {
      wires.push(wire);
      wire.write(head());
      wire.write(chunk(START + OPEN + delta("half")));
    });
    const stream = streamChat(requestTo(server.url));
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    wires[0]?.reset();
    const last = await until(events, "error");
    expect(last).toMatchObject({ facts: { kind: "network", retryable: true } });
    expect((await stream.result()).content).toEqual([{ type: "text", text: "half" }]);
  });

  test("nobody listens", async () => {
    const server = new WireServer();
    const { url } = server;
    server[Symbol.dispose]();
    const facts = await failureOf(streamChat(requestTo(url)));
    expect(facts).toMatchObject({ kind: "network", retryable: true });
    expect(facts.message).toMatch(/refuses connections/);
  });

  test("an address that is none", async () => {
    const facts = await failureOf(streamChat(requestTo("nonsense")));
    expect(facts).toMatchObject({ kind: "invalid-request", retryable: false });
  });

  test("an error answer that never ends is cut off", async () => {
    using server = new WireServer((wire) => {
      wire.write(head("500 Oops", { "content-type": "text/plain" }));
      wire.write(chunk("x".repeat(200_000)));
    });
    expect((await failureOf(streamChat(requestTo(server.url)))).kind).toBe("server");
  });
});

describe("silence", () => {
  const PING = sse({ type: "ping" });

  async function silentAfter(pieces: string, wantsDelta: boolean) {
    const clock = new ManualClock();
    const gone = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    using server = new WireServer((wire) => {
      wire.write(head());
      wire.write(chunk(pieces));
      void wire.closed.then(gone.resolve);
    });
    const stream = streamChat(requestTo(server.url), {
      now: clock.now,
      setTimer: clock.setTimer,
      timeouts: { firstEventMs: 10_000, idleMs: 3000 },
      onResponse: () => responded.resolve(),
    });
    const events = stream[Symbol.asyncIterator]();
    await responded.promise;
    if (wantsDelta) await until(events, "text_delta");
    else await until(events, "start");
    clock.advance(wantsDelta ? 2999 : 9999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    const last = await until(events, "error");
    await gone.promise;
    expect(clock.pending).toBe(0);
    return last;
  }

  test("before the first content, pings or not", async () => {
    expect(await silentAfter(START + PING, false)).toMatchObject({
      reason: "error",
      facts: { kind: "timeout", retryable: true, message: expect.stringContaining("within 10 s") },
    });
  });

  test("in the middle", async () => {
    expect(await silentAfter(START + OPEN + delta("x"), true)).toMatchObject({
      facts: { kind: "timeout", retryable: true, message: expect.stringContaining("for 3 s") },
    });
  });

  test("a server that does not even answer", async () => {
    const clock = new ManualClock();
    const arrived = Promise.withResolvers<void>();
    using server = new WireServer(() => arrived.resolve());
    const { now, setTimer } = clock;
    const call = { now, setTimer, timeouts: { firstEventMs: 500 } };
    const failure = failureOf(streamChat(requestTo(server.url), call));
    await arrived.promise;
    clock.advance(500);
    expect((await failure).kind).toBe("timeout");
  });
});
