// The three Responses formats over a real socket: what the model says comes back, is replayed in the next
// request, and every fault ends in one terminal event.
import { describe, expect, test } from "bun:test";
import {
  httpError,
  midStreamError,
  raw,
  reply,
  reset,
  type Scripted,
  startFakeModels,
  stop,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
} from "@oh-my-pi/pi-testkit/llm";
import type { ProviderErrorKind } from "../../model/provider-error.ts";
import { streamChat } from "../../stream.ts";
import { collect, failureOf } from "../../testing/consume.ts";
import { aModel, aRequest, READ_TOOL, result, text as said, user } from "../../testing/requests.ts";

const APIS: [api: string, base: string, path: string][] = [
  ["openai-responses", "/v1", "/v1/responses"],
  ["azure-openai-responses", "/openai/v1", "/openai/v1/responses"],
  ["openai-codex-responses", "/backend-api", "/backend-api/codex/responses"],
];
const tools = [READ_TOOL];
const hi = [user("hi")];
const sse = (...events: object[]) =>
  raw(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), {
    contentType: "text/event-stream",
  });

describe.each(APIS)("%s", (api, base, path) => {
  const modelAt = (url: string) =>
    aModel({ api, id: "gpt-5", baseUrl: url + base, reasoning: true });

  test("a turn with tools is understood and replayed", async () => {
    using server = startFakeModels();
    server.script(
      [
        thinking("I should look.", { deltas: 3, signature: "enc" }),
        text("Looking now.", { deltas: 4 }),
        toolCall("read", { path: "a b.ts" }, { splitArgs: 5, id: "call_1" }),
        toolCall("read", {}, { id: "call_2" }),
        usage({ input: 10, output: 20, cacheRead: 30, reasoning: 4 }),
      ],
      text("Done."),
    );
    const model = modelAt(server.url);
    const stream = streamChat(aRequest(model, hi, {}, { tools }), { mergeWindowMs: 0 });
    const types = new Set((await collect(stream)).map((event) => event.type));
    expect([...types]).toEqual([
      "start",
      "thinking_start",
      "thinking_delta",
      "thinking_end",
      "text_start",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_end",
      "done",
    ]);
    const message = await stream.result();
    const [first, second] = message.content.filter((block) => block.type === "toolCall");
    // A copy, because Bun leaves its matchers in what it compares.
    expect(structuredClone(message)).toMatchObject({
      stopReason: "toolUse",
      content: [
        { type: "thinking", thinking: "I should look." },
        { type: "text", text: "Looking now." },
        {
          type: "toolCall",
          id: expect.stringMatching(/^call_1\|fc_/),
          arguments: { path: "a b.ts" },
        },
        { type: "toolCall", id: expect.stringMatching(/^call_2\|fc_/), arguments: {} },
      ],
      usage: { input: 10, output: 20, cacheRead: 30, reasoningTokens: 4 },
    });
    const results = [first, second].map((call) => result(call?.id ?? "", "read", [said("A")]));
    const next = await streamChat(
      aRequest(model, [...hi, message, ...results], {}, { tools }),
    ).result();
    expect(next.errorMessage).toBeUndefined();
    expect(server.requests.map((request) => [request.api, request.path])).toEqual([
      [api, path],
      [api, path],
    ]);
    const items = server.requests[1]?.json["input"] as Record<string, unknown>[];
    expect(items.slice(-6)).toMatchObject([
      { type: "reasoning", encrypted_content: "enc", summary: [{ text: "I should look." }] },
      { type: "message", id: expect.stringMatching(/^msg_/) },
      { type: "function_call", call_id: "call_1", id: expect.stringMatching(/^fc_/) },
      { type: "function_call", call_id: "call_2" },
      { type: "function_call_output", call_id: "call_1", output: "A" },
      { type: "function_call_output", call_id: "call_2" },
    ]);
  });

  test("in pieces of any size", async () => {
    using server = startFakeModels();
    const words = [text("Hellö 👋 wörld", { deltas: 3 })];
    server.script(reply(words, { chunkBytes: 1 }), reply(words, { chunkBytes: [7, 3] }));
    for (let count = 0; count < 2; count++) {
      const message = await streamChat(aRequest(modelAt(server.url), hi)).result();
      expect(message.content).toMatchObject([{ type: "text", text: "Hellö 👋 wörld" }]);
    }
  });

  test("a response that was cut for its length says so", async () => {
    using server = startFakeModels();
    server.script([text("cut"), stop("length")]);
    const message = await streamChat(aRequest(modelAt(server.url), hi)).result();
    expect(message).toMatchObject({ stopReason: "length", content: [{ text: "cut" }] });
  });

  const FAULTS: [string, Scripted, ProviderErrorKind, boolean, RegExp][] = [
    ["refusal", [stop("refusal", { message: "I will not." })], "refusal", false, /I will not/],
    ["filter", [text("x"), stop("contentFilter")], "content-filter", false, /filter/],
    ["error event", [midStreamError("server_error", "oops")], "server", true, /oops/],
    [
      "quota",
      [text("x"), midStreamError("insufficient_quota", "none left")],
      "billing",
      false,
      /none left/,
    ],
    [
      "failure without an error event",
      sse({
        type: "response.failed",
        response: { error: { code: "rate_limit_exceeded", message: "slow" } },
      }),
      "rate-limit",
      true,
      /slow/,
    ],
    [
      "overflow",
      sse({ type: "error", code: "context_length_exceeded", message: "too long" }),
      "context-overflow",
      false,
      /too long/,
    ],
    ["cancelled", sse({ type: "response.cancelled", response: {} }), "server", true, /cancelled/],
    ["cut", [text("x"), truncate()], "network", true, /before it was complete/],
    ["reset", [text("x"), reset()], "network", true, /No connection|before it was complete/],
    ["nothing after [DONE]", raw("data: [DONE]\n\n"), "network", true, /before it was complete/],
    ["key refused", httpError(401, { message: "invalid api key" }), "auth", false, /api key/],
    [
      "unsupported",
      httpError(400, { body: { detail: "Unsupported parameter: x" } }),
      "invalid-request",
      false,
      /Unsupported parameter/,
    ],
  ];

  test.each(FAULTS)("%s", async (_title, scripted, kind, isRetryable, message) => {
    using server = startFakeModels();
    server.script(scripted);
    const facts = await failureOf(streamChat(aRequest(modelAt(server.url), hi)));
    expect(facts).toMatchObject({ kind, retryable: isRetryable });
    expect(facts.message).toMatch(message);
  });
});

const openai = (url: string) => aModel({ api: "openai-responses", baseUrl: `${url}/v1` });

test("a server that does not stream is understood by its last event", async () => {
  using server = startFakeModels();
  const output = [
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }] },
    { type: "message", id: "msg_1", content: [{ type: "output_text", text: "hello" }] },
    { type: "function_call", id: "fc_1", call_id: "c1", name: "read", arguments: '{"a":1}' },
  ];
  server.script(
    sse({ type: "response.completed", response: { id: "r", status: "completed", output } }),
  );
  const message = await streamChat(aRequest(openai(server.url), hi)).result();
  expect(message).toMatchObject({
    responseId: "r",
    stopReason: "toolUse",
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "hello", textSignature: "msg_1" },
      { type: "toolCall", id: "c1|fc_1", arguments: { a: 1 } },
    ],
  });
});

test("parts of a summary are set apart, and thoughts are not told twice", async () => {
  using server = startFakeModels();
  const summary = (summary_index: number, delta: string) => ({
    type: "response.reasoning_summary_text.delta",
    output_index: 0,
    summary_index,
    delta,
  });
  server.script(
    sse(
      { type: "response.output_item.added", output_index: 0, item: { type: "reasoning" } },
      summary(0, "one"),
      summary(0, "!"),
      { type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "raw" },
      summary(1, "two"),
      { type: "response.web_search_call.searching", output_index: 1 },
      { type: "response.completed", response: { status: "completed" } },
    ),
  );
  const message = await streamChat(aRequest(openai(server.url), hi)).result();
  expect(message.content).toEqual([{ type: "thinking", thinking: "one!\n\ntwo" }]);
});
