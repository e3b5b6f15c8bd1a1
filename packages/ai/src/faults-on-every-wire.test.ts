// The faults that any provider may have, on a real socket in every wire format: one terminal event with the kind, with
// whether to try again, and with how long to wait. Faults of one format alone are in `stream-faults.test.ts`.
//
// | fault | shown by |
// | --- | --- |
// | refused | "refused" here; "does not even listen" in stream-faults |
// | reset mid-event | "reset within an event" here; "what came before a reset stays" in stream-faults |
// | stall before the first event, between events | "silence" here and in stream-faults |
// | 4xx and 5xx with JSON, HTML and empty bodies | "an error answer" here |
// | 429 with retry-after in seconds, as a date, in ms | "a wait" here |
// | overloaded mid-stream | "overloaded within the stream" here |
// | malformed event | "an event that cannot be read" here; more in stream-faults |
// | truncated stream | "an end within an event" here; more in stream-faults |
// | refusal, content filter | "the model will not" here |
// | context overflow of every vendor | "too long" here; wordings in `transport/classify.test.ts` |
// | wrong content type | "a page in the place of a stream" here; more in stream-faults |
// | gzip | "compressed" here; damaged in stream-faults |
// | abort before, during, after | "an abort" here; more in `stream.test.ts` |
import { describe, expect, test } from "bun:test";
import type { Api } from "@oh-my-pi/pi-catalog/model";
import {
  hold,
  httpError,
  midStreamError,
  raw,
  reply,
  reset,
  type Scripted,
  stall,
  startFakeModels,
  stop,
  text,
  truncate,
} from "@oh-my-pi/pi-testkit/llm";
import { builtinProtocols } from "./protocols/index.gen.ts";
import { type ChatCall, streamChat } from "./stream.ts";
import { collect, failureOf, until } from "./testing/consume.ts";
import { ManualClock } from "./testing/manual-clock.ts";
import { aModel, aRequest, user } from "./testing/requests.ts";
import { OVERFLOW_WORDINGS } from "./transport/context-overflow.ts";

const APIS: readonly Api[] = [
  "anthropic-messages",
  "azure-openai-responses",
  "bedrock-converse-stream",
  "google-gemini-cli",
  "google-generative-ai",
  "google-vertex",
  "ollama-chat",
  "openai-codex-responses",
  "openai-completions",
  "openai-responses",
];
/** Events that are none, where they do not come as server-sent ones. */
const UNREADABLE: Readonly<Partial<Record<Api, readonly [contentType: string, bytes: string]>>> = {
  "bedrock-converse-stream": ["application/vnd.amazon.eventstream", "not a frame at all"],
  "ollama-chat": ["application/x-ndjson", "{oops\n"],
};
const NOW = Date.UTC(2026, 10, 15, 12, 0, 0);

test("no wire format is left out", () => {
  const wires = Object.keys(builtinProtocols).filter((api) => api !== "demo");
  expect(wires.toSorted()).toEqual([...APIS]);
});

describe.each(APIS)("%s", (api) => {
  const ask = (url: string, call: ChatCall = {}) => {
    const metadata = { project: "p", location: "global" };
    const request = aRequest(aModel({ api, baseUrl: url }), [user("hi")], { metadata });
    return streamChat(request, { deployment: { baseUrl: url }, mergeWindowMs: 0, ...call });
  };
  const failure = async (scripted: Scripted, call: ChatCall = {}) => {
    await using server = startFakeModels();
    server.script(scripted);
    return await failureOf(ask(server.url, call));
  };

  test("refused", async () => {
    const server = startFakeModels();
    await server[Symbol.asyncDispose]();
    expect(await failureOf(ask(server.url))).toMatchObject({ kind: "network", retryable: true });
  });

  const HTML = { contentType: "text/html" };
  const page = new TextEncoder().encode("<html><title>Gateway</title></html>");
  test.each([
    ["400 JSON", httpError(400, { message: "no such field" }), "invalid-request", /no such field/],
    ["403 HTML", httpError(403, { ...HTML, body: page }), "auth", /Gateway/],
    ["404 empty", httpError(404, { body: "" }), "invalid-request", /HTTP 404/],
    ["500 JSON", httpError(500, { message: "broken" }), "server", /broken/],
    ["502 HTML", httpError(502, { ...HTML, body: page }), "server", /Gateway/],
    ["503 empty", httpError(503, { body: "" }), "overloaded", /HTTP 503/],
  ])("an error answer: %s", async (what, scripted, kind, message) => {
    const facts = await failure(scripted);
    expect(facts).toMatchObject({ kind, retryable: what.startsWith("5") });
    expect(facts.message).toMatch(message);
  });

  test.each([
    ["seconds", { "retry-after": "7" }, 7000],
    ["a date", { "retry-after": new Date(NOW + 9000).toUTCString() }, 9000],
    ["milliseconds", { "retry-after-ms": "1500" }, 1500],
  ])("a wait in %s", async (_form, headers, retryAfterMs) => {
    const facts = await failure(httpError(429, { message: "slow down", headers }), {
      now: () => NOW,
    });
    expect(facts).toMatchObject({ kind: "rate-limit", retryable: true, status: 429, retryAfterMs });
  });

  test("too long, in the words of every vendor", async () => {
    await using server = startFakeModels();
    for (const { vendor, example } of OVERFLOW_WORDINGS) {
      server.script(httpError(400, { message: example }));
      const facts = await failureOf(ask(server.url));
      expect([vendor, facts.kind, facts.retryable]).toEqual([vendor, "context-overflow", false]);
    }
  });

  test("a page in the place of a stream", async () => {
    const facts = await failure(raw("<title>Log in</title>", HTML));
    expect(facts).toMatchObject({ kind: "protocol", retryable: false });
    expect(facts.message).toContain("Log in");
  });

  test("overloaded within the stream", async () => {
    const facts = await failure([text("x"), midStreamError("overloaded_error", "Overloaded")]);
    expect(facts).toMatchObject({ kind: "overloaded", retryable: true });
  });

  test("an end within an event", async () => {
    expect(await failure([text("x"), truncate({ afterBytes: 60 })])).toMatchObject({
      kind: "network",
      retryable: true,
    });
  });

  test("reset within an event", async () => {
    expect(await failure([text("x"), reset({ afterBytes: 60 })])).toMatchObject({
      kind: "network",
      retryable: true,
    });
  });

  test("an event that cannot be read", async () => {
    const [contentType, bytes] = UNREADABLE[api] ?? ["text/event-stream", "data: {oops\n\n"];
    expect(await failure(raw(bytes, { contentType }))).toMatchObject({ kind: "protocol" });
  });

  test("the model will not", async () => {
    // Ollama has no word for it.
    if (api === "ollama-chat") return;
    for (const word of ["refusal", "contentFilter"] as const) {
      const facts = await failure([stop(word, { message: "I will not." })]);
      expect(["refusal", "content-filter"]).toContain(facts.kind);
      expect(facts.retryable).toBe(false);
    }
  });

  test("silence", async () => {
    for (const [scripted, spanMs] of [
      [[stall()], 10_000],
      [[text("x"), stall()], 3000],
    ] as const) {
      await using server = startFakeModels();
      server.script([...scripted]);
      const { now, setTimer, ...clock } = manualClock();
      const stream = ask(server.url, {
        now,
        setTimer,
        timeouts: { firstEventMs: 10_000, idleMs: 3000 },
      });
      const events = stream[Symbol.asyncIterator]();
      if (spanMs === 3000) await until(events, "text_delta");
      else await server.nthRequest(1);
      clock.advance(spanMs);
      expect(await until(events, "error")).toMatchObject({
        facts: { kind: "timeout", retryable: true },
      });
    }
  });

  test("compressed", async () => {
    await using server = startFakeModels();
    server.script(reply([text("Hellö 👋", { deltas: 2 })], { gzip: true, chunkBytes: 5 }));
    const { content } = await ask(server.url).result();
    expect(content).toMatchObject([{ type: "text", text: "Hellö 👋" }]);
  });

  test("an abort before, during and after", async () => {
    await using server = startFakeModels();
    const before = await failureOf(ask(server.url, { signal: AbortSignal.abort() }));
    expect(before).toMatchObject({ kind: "aborted", retryable: false });
    expect(server.requests).toEqual([]);
    server.script([text("half"), hold(), text("never")]);
    const during = new AbortController();
    const stream = ask(server.url, { signal: during.signal });
    const events = stream[Symbol.asyncIterator]();
    await until(events, "text_delta");
    during.abort();
    expect(await until(events, "error")).toMatchObject({ reason: "aborted" });
    expect((await stream.result()).content).toMatchObject([{ text: "half" }]);
    expect(await server.requests[0]?.outcome).toBe("clientGone");
    server.script(text("whole"));
    const after = new AbortController();
    const whole = ask(server.url, { signal: after.signal });
    await collect(whole);
    after.abort();
    expect((await whole.result()).stopReason).toBe("stop");
  });
});

function manualClock() {
  const clock = new ManualClock();
  return {
    now: clock.now,
    setTimer: clock.setTimer,
    advance: (spanMs: number) => clock.advance(spanMs),
  };
}
