// What the chunks of a stream become: blocks, signatures, ids, counts, and the failures that Google reports
// in its own ways.
import { describe, expect, test } from "bun:test";
import type { Protocol } from "../../model/protocol.ts";
import { play as playEvents } from "../../testing/play.ts";
import protocol from "./google-generative-ai.ts";
import { PartialArguments } from "./partial-arguments.ts";

const CLAUDE = "claude-sonnet-4-5";
const play = (chunks: readonly object[]) => playEvents(protocol, chunks);

const parts = (...all: object[]) => ({ candidates: [{ content: { parts: all, role: "model" } }] });
const stop = (finishReason = "STOP", extra: object = {}) => ({
  candidates: [{ finishReason, ...extra }],
});
const thinking = (text: string) => ({ text, thought: true });
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } });

describe("blocks", () => {
  test("text and thoughts that follow each other are one block each", () => {
    const { message } = play([
      parts(thinking("a"), thinking("b")),
      parts({ text: "c" }),
      parts({ text: "d" }, thinking("e")),
      parts({ text: "f" }),
      stop(),
    ]);
    expect(message.content).toEqual([
      { type: "thinking", thinking: "ab" },
      { type: "text", text: "cd" },
      { type: "thinking", thinking: "e" },
      { type: "text", text: "f" },
    ]);
  });

  test("a signature belongs to its part, and an empty part's to what came before", () => {
    const { message } = play([
      parts({ ...thinking("a"), thoughtSignature: "s1" }),
      parts({ text: "b" }, { text: "", thoughtSignature: "s2" }),
      parts({ ...call("read"), thoughtSignature: "s3" }, call("read")),
      stop(),
    ]);
    expect(message.content).toMatchObject([
      { type: "thinking", thinkingSignature: "s1" },
      { type: "text", textSignature: "s2" },
      { type: "toolCall", thoughtSignature: "s3" },
      { type: "toolCall" },
    ]);
    expect(message.content[3]).not.toHaveProperty("thoughtSignature");
  });

  test("a signature without a thought is a thought that was withheld", () => {
    const withheld = { text: "", thought: true, thoughtSignature: "s" };
    const { message } = play([parts(withheld), parts({ text: "b" }), stop()]);
    expect(message.content).toEqual([
      { type: "thinking", thinking: "", thinkingSignature: "s" },
      { type: "text", text: "b" },
    ]);
  });

  test("calls keep their ids, and get one of their own where there is none or not another", () => {
    const { message } = play([
      { responseId: "r-1", ...parts(call("a", { id: "x" }), call("b", { id: "x" }), call("c")) },
      stop(),
    ]);
    expect(message.responseId).toBe("r-1");
    expect(message.content.map((block) => (block.type === "toolCall" ? block.id : ""))).toEqual([
      "x",
      "call_r-1_2",
      "call_r-1_3",
    ]);
    expect(message.stopReason).toBe("toolUse");
  });

  test("server-side tools and unknown parts are passed over", () => {
    const { message } = play([
      parts({ executableCode: { code: "1" }, thoughtSignature: "s" }, { text: "a" }),
      parts({ codeExecutionResult: { output: "1" } }, { inlineData: {} }, {}, { text: "b" }),
      stop(),
    ]);
    expect(message.content).toEqual([{ type: "text", text: "ab" }]);
  });

  test("chunks without candidates say nothing", () => {
    const { message } = play([
      {},
      { candidates: [] },
      parts({ text: "a" }),
      { candidates: [{}] },
      stop(),
    ]);
    expect(message).toMatchObject({ stopReason: "stop", content: [{ text: "a" }] });
  });
});

describe("arguments in pieces", () => {
  const piece = (functionCall: object) => parts({ functionCall });
  const arg = (jsonPath: string, value: object) => ({ jsonPath, ...value });

  test("are put together, and a call that starts ends the one before", () => {
    const { message } = play([
      piece({ name: "a", willContinue: true }),
      piece({ partialArgs: [arg("$.x", { stringValue: "1" })], willContinue: true }),
      piece({ partialArgs: [arg("$.x", { stringValue: "2" })], willContinue: true }),
      piece({ name: "b", partialArgs: [arg("$.y[1]", { boolValue: false })] }),
      stop(),
    ]);
    expect(message.content).toMatchObject([
      { name: "a", arguments: { x: "12" } },
      { name: "b", arguments: { y: [null, false] } },
    ]);
  });

  test.each([
    ["$.a", { stringValue: "" }, '{"a":""}'],
    ["$['a b'].c", { numberValue: 1 }, '{"a b":{"c":1}}'],
    ['$["x.y"][0]', { nullValue: "NULL_VALUE" }, '{"x.y":[null]}'],
    ["$.__proto__.a", { stringValue: "x" }, '{"__proto__":{"a":"x"}}'],
    ["$", { stringValue: "x" }, "{}"],
    ["$.a[", { stringValue: "x" }, "{}"],
    ["$[0]", { stringValue: "x" }, "{}"],
    ["$.a[999999999]", { stringValue: "x" }, "{}"],
    ["$.a", {}, "{}"],
  ])("%s %j", (jsonPath, value, expected) => {
    const partial = new PartialArguments();
    partial.add([{ jsonPath, ...value }]);
    expect(partial.text()).toBe(expected);
  });
});

describe("counts", () => {
  const usage = (usageMetadata: object) => ({ usageMetadata, ...parts({ text: "a" }) });

  test("the last report holds, whole", () => {
    const { message } = play([
      usage({ promptTokenCount: 9, candidatesTokenCount: 21, thoughtsTokenCount: 35 }),
      usage({
        promptTokenCount: 87,
        cachedContentTokenCount: 80,
        thoughtsTokenCount: 78,
        totalTokenCount: 165,
      }),
      usage({ trafficType: "ON_DEMAND" }),
      stop(),
    ]);
    expect(message.usage).toMatchObject({
      input: 7,
      cacheRead: 80,
      output: 78,
      reasoningTokens: 78,
      totalTokens: 165,
    });
  });
});

describe("ends", () => {
  const said = parts({ text: "a" });

  test("without a reason the answer was cut short", () => {
    expect(play([said]).isFinished).toBe(false);
  });

  test.each(["STOP", "OTHER", "FINISH_REASON_UNSPECIFIED", "SOMETHING_NEW"])("%s", (reason) => {
    expect(play([said, stop(reason)]).message.stopReason).toBe("stop");
    expect(play([parts(call("a")), stop(reason)]).message.stopReason).toBe("toolUse");
  });

  test("a reason on every chunk ends nothing early", () => {
    const chunk = (text: string) => ({
      candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }],
    });
    expect(play([chunk("a"), chunk("b")]).message.content).toEqual([{ type: "text", text: "ab" }]);
  });

  test("MAX_TOKENS is a limit, even before the first word", () => {
    expect(play([said, stop("MAX_TOKENS")]).message.stopReason).toBe("length");
    expect(play([stop("MAX_TOKENS")]).message.stopReason).toBe("length");
  });

  test("an answer of nothing may be tried again", () => {
    for (const chunks of [[stop()], [parts(thinking("hm")), stop()]]) {
      expect(play(chunks).failure).toMatchObject({ kind: "server", retryable: true, code: "STOP" });
    }
    const claude: Protocol = {
      ...protocol,
      begin: (request) => protocol.begin({ ...request, model: { ...request.model, id: CLAUDE } }),
    };
    expect(playEvents(claude, [stop()]).message.stopReason).toBe("stop");
  });

  const filtered = `SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY
    MODEL_ARMOR`.split(/\s+/);
  test.each(filtered)("%s withholds the answer", (reason) => {
    const { message, failure } = play([said, stop(reason, { finishMessage: "why" })]);
    expect(failure).toMatchObject({ kind: "content-filter", retryable: false, code: reason });
    expect(failure?.message).toContain("why");
    expect(message.content).toEqual([{ type: "text", text: "a" }]);
  });

  test.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE"])(
    "%s may be tried again",
    (reason) => {
      const finishMessage = "Malformed function call: print(read(";
      const { failure } = play([stop(reason, { finishMessage })]);
      expect(failure).toMatchObject({ kind: "protocol", retryable: true, code: reason });
      expect(failure?.message).toContain("print(read(");
    },
  );

  test("a missing signature is a fault of the history", () => {
    expect(play([stop("MISSING_THOUGHT_SIGNATURE")]).failure).toMatchObject({
      kind: "invalid-history",
      retryable: false,
    });
  });

  test("a prompt that was blocked", () => {
    const promptFeedback = { blockReason: "PROHIBITED_CONTENT", blockReasonMessage: "no" };
    const { failure, message } = play([{ promptFeedback, usageMetadata: { promptTokenCount: 5 } }]);
    expect(failure).toMatchObject({ kind: "content-filter", code: "PROHIBITED_CONTENT" });
    expect(failure?.message).toBe("The provider refused the prompt (PROHIBITED_CONTENT): no");
    expect(message.usage.input).toBe(5);
  });

  test.each([
    [{ code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" }, "overloaded", true],
    [{ code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" }, "rate-limit", true],
    [{ code: 400, message: "bad", status: "INVALID_ARGUMENT" }, "invalid-request", false],
    [{ code: 500, message: "oops", status: "INTERNAL" }, "server", true],
  ] as const)("an error object: %j", (error, kind, retryable) => {
    const { failure, message } = play([said, { error }]);
    expect(failure).toMatchObject({ kind, retryable, status: error.code, code: error.status });
    expect(message.content).toEqual([{ type: "text", text: "a" }]);
  });
});
