// Chunks are understood in every shape that vendors send them in.
import { describe, expect, test } from "bun:test";
import { play } from "../../testing/play.ts";
import protocol from "./openai-completions.ts";

const delta = (value: object, rest: object = {}) => ({
  id: "c1",
  choices: [{ index: 0, delta: value, ...rest }],
});
const end = (reason: string) => delta({}, { finish_reason: reason });
const piece = (value: object) => delta({ tool_calls: [value] });

function calls(...chunks: object[]) {
  const { message } = play(protocol, [...chunks, end("tool_calls"), "[DONE]"]);
  return message.content.map((block) =>
    block.type === "toolCall" ? [block.id, block.name, block.arguments] : block.type,
  );
}

describe("tool calls", () => {
  test("by index, interleaved", () => {
    expect(
      calls(
        piece({ index: 0, id: "a", function: { name: "read", arguments: '{"p":' } }),
        piece({ index: 1, id: "b", function: { name: "grep", arguments: '{"q":' } }),
        piece({ index: 0, function: { arguments: "1}" } }),
        piece({ index: 1, function: { arguments: "2}" } }),
      ),
    ).toEqual([
      ["a", "read", { p: 1 }],
      ["b", "grep", { q: 2 }],
    ]);
  });

  test("without index, by id or by order", () => {
    expect(
      calls(
        piece({ id: "a", function: { name: "read", arguments: '{"p":' } }),
        piece({ function: { arguments: "1}" } }),
        piece({ id: "b", function: { name: "grep", arguments: "{}" } }),
        piece({ function: { name: "find", arguments: '{"x":1}' } }),
      ),
    ).toEqual([
      ["a", "read", { p: 1 }],
      ["b", "grep", {}],
      ["call_2", "find", { x: 1 }],
    ]);
  });

  test("all under index 0, told apart by id", () => {
    expect(
      calls(
        piece({ index: 0, id: "a", function: { name: "read", arguments: "{}" } }),
        piece({ index: 0, id: "b", function: { name: "read", arguments: "{}" } }),
      ),
    ).toEqual([
      ["a", "read", {}],
      ["b", "read", {}],
    ]);
  });

  test("without id, one is made up", () => {
    expect(calls(piece({ index: 0, function: { name: "read", arguments: "{}" } }))).toEqual([
      ["call_0", "read", {}],
    ]);
  });

  test("id that comes late, repeated in every piece", () => {
    expect(
      calls(
        piece({ index: 0, function: { name: "read" } }),
        piece({ index: 0, id: "a", function: { arguments: '{"p"' } }),
        piece({ index: 0, id: "a", function: { arguments: ":1}" } }),
      ),
    ).toEqual([["a", "read", { p: 1 }]]);
  });

  test("name in pieces, or repeated", () => {
    expect(
      calls(
        piece({ index: 0, id: "a", function: { name: "re" } }),
        piece({ index: 0, function: { name: "ad" } }),
        piece({ index: 0, function: { arguments: "{}" } }),
        piece({ index: 1, id: "b", function: { name: "grep", arguments: "" } }),
        piece({ index: 1, function: { name: "grep", arguments: "{}" } }),
      ),
    ).toEqual([
      ["a", "read", {}],
      ["b", "grep", {}],
    ]);
  });

  test("arguments as an object, or never", () => {
    expect(
      calls(
        piece({ index: 0, id: "a", function: { name: "read", arguments: { p: 1 } } }),
        piece({ index: 1, id: "b", function: { name: "now" } }),
      ),
    ).toEqual([
      ["a", "read", { p: 1 }],
      ["b", "now", {}],
    ]);
  });

  test("a signature is kept", () => {
    const google = { google: { thought_signature: "sig" } };
    const chunk = piece({ index: 0, id: "a", function: { name: "r" }, extra_content: google });
    const { message } = play(protocol, [chunk, end("stop")]);
    expect(message.content[0]).toMatchObject({ thoughtSignature: "sig", name: "r" });
    expect(message.stopReason).toBe("toolUse");
  });
});

describe("reasoning", () => {
  test.each(["reasoning_content", "reasoning", "reasoning_text"])("in %s", (field) => {
    const { message } = play(protocol, [
      delta({ [field]: "hm ", content: "" }),
      delta({ [field]: "so" }),
      delta({ content: "yes" }),
      end("stop"),
    ]);
    expect(message.content).toEqual([
      { type: "thinking", thinking: "hm so" },
      { type: "text", text: "yes" },
    ]);
  });

  test("in two fields at once is read once", () => {
    const both = { reasoning: "hm", reasoning_content: "hm" };
    expect(play(protocol, [delta(both), end("stop")]).message.content).toEqual([
      { type: "thinking", thinking: "hm" },
    ]);
  });

  test("beside text in every chunk is read every time", () => {
    const both = (content: string) => delta({ content, reasoning: "r" });
    const { message } = play(protocol, [both("a"), both("b"), both("c"), end("stop")]);
    expect(message.content.map((block) => block.type).join(" ")).toBe(
      "thinking text thinking text thinking text",
    );
  });

  test("details are joined and kept for the next request", () => {
    const detail = (value: object) => delta({ reasoning_details: [value] });
    const { message } = play(protocol, [
      detail({ type: "reasoning.text", index: 0, text: "h", format: "f", signature: "" }),
      detail({ type: "reasoning.text", index: 0, text: "m", signature: "sig" }),
      detail({ type: "reasoning.encrypted", index: 1, data: "xyz" }),
      delta({ content: "yes" }),
      end("stop"),
    ]);
    expect(message.content[0]).toEqual({ type: "thinking", thinking: "hm" });
    expect(message.providerPayload).toEqual({
      reasoning_details: [
        { type: "reasoning.text", index: 0, text: "hm", format: "f", signature: "sig" },
        { type: "reasoning.encrypted", index: 1, data: "xyz" },
      ],
    });
  });

  test("between texts makes blocks of its own", () => {
    const kinds = [
      delta({ content: "a" }),
      delta({ reasoning: "b" }),
      delta({ content: "c" }),
      end("stop"),
    ];
    expect(play(protocol, kinds).message.content.map((block) => block.type)).toEqual([
      "text",
      "thinking",
      "text",
    ]);
  });
});

describe("the end", () => {
  type Row = [reason: string, stop: string, kind: string];
  const rows: Row[] = [
    ["stop", "stop", "none"],
    ["eos", "stop", "none"],
    ["length", "length", "none"],
    ["model_length", "length", "none"],
    ["content_filter", "error", "content-filter"],
    ["sensitive", "error", "content-filter"],
    ["error", "error", "server"],
    ["network_error", "error", "network"],
    ["insufficient_system_resource", "error", "overloaded"],
  ];
  test.each(rows)("%s", (reason, stop, kind) => {
    const { message, failure } = play(protocol, [delta({ content: "x" }), end(reason), "[DONE]"]);
    expect(message.stopReason).toBe(stop as "stop");
    expect(failure?.kind ?? "none").toBe(kind as "none");
  });

  test("[DONE] is enough, and so is a reason; neither means cut", () => {
    const said = delta({ content: "x" });
    expect(play(protocol, [said, "[DONE]"]).message.stopReason).toBe("stop");
    expect(play(protocol, [said, end("stop")]).isFinished).toBe(true);
    expect(play(protocol, [said]).isFinished).toBe(false);
  });

  test("a refusal is one", () => {
    const { failure } = play(protocol, [
      delta({ refusal: "I " }),
      delta({ refusal: "won't" }),
      end("stop"),
    ]);
    expect(failure).toMatchObject({ kind: "refusal", message: "I won't", retryable: false });
  });

  test.each([
    [{ error: { message: "busy", code: 503 } }, "overloaded"],
    [{ object: "error", message: "internal error", code: 500 }, "server"],
    [{ name: "error", data: '{"message":"Rate limit reached"}' }, "rate-limit"],
    [{ choices: [{ delta: {}, error: { code: 502, message: "bad upstream" } }] }, "server"],
    [{ error: "prompt is too long: 9 tokens > 8 maximum" }, "context-overflow"],
    [{ choices: [], x_groq: { error: "over capacity: service unavailable" } }, "overloaded"],
  ])("an error inside the stream %#", (chunk, kind) => {
    const { failure, message } = play(protocol, [delta({ content: "x" }), chunk]);
    expect(failure?.kind).toBe(kind as "server");
    expect(message.content).toEqual([{ type: "text", text: "x" }]);
  });
});

describe("usage", () => {
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  type Row = [title: string, chunk: object, counts: object];
  const rows: Row[] = [
    ["plain", { usage }, { input: 100, output: 10 }],
    ["in the choice", { choices: [{ delta: {}, usage }] }, { input: 100, output: 10 }],
    ["groq", { x_groq: { usage } }, { input: 100, output: 10 }],
    [
      "cached",
      { usage: { ...usage, prompt_tokens_details: { cached_tokens: 60 } } },
      { input: 40, cacheRead: 60 },
    ],
    [
      "deepseek",
      { usage: { ...usage, prompt_cache_hit_tokens: 60 } },
      { input: 40, cacheRead: 60 },
    ],
    [
      "written",
      { usage: { ...usage, cache_creation_input_tokens: 30 } },
      { input: 70, cacheWrite: 30 },
    ],
    [
      "reasoning within",
      {
        usage: { ...usage, total_tokens: 110, completion_tokens_details: { reasoning_tokens: 4 } },
      },
      { output: 10, reasoningTokens: 4, totalTokens: 110 },
    ],
    [
      "reasoning on top",
      {
        usage: { ...usage, total_tokens: 114, completion_tokens_details: { reasoning_tokens: 4 } },
      },
      { output: 10, reasoningTokens: 4, totalTokens: 114 },
    ],
    ["null", { usage: null }, { input: 0, output: 0 }],
  ];
  test.each(rows)("%s", (_title, chunk, counts) => {
    const { message } = play(protocol, [end("stop"), { choices: [], ...chunk }, "[DONE]"]);
    expect(message.usage).toMatchObject(counts);
  });
});
