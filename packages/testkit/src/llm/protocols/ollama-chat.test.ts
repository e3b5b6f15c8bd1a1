// The Ollama encoder writes what the documented chat endpoint writes.
import { expect, test } from "bun:test";
import { midStreamError, stop, text, thinking, toolCall, usage, type Part } from "../parts.ts";
import { encodeBody } from "./encode-for-test.ts";
import { ollamaChat } from "./ollama-chat.ts";

const encode = (parts: readonly Part[]): Record<string, unknown>[] =>
  encodeBody(ollamaChat, parts, { target: "/api/chat", json: { model: "qwen3" } })
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("one object a line: deltas, whole tool calls, then the figures", () => {
  const lines = encode([
    thinking(["h", "m"]),
    text("Reading."),
    toolCall("read", { path: "a" }),
    toolCall("list", {}, { id: "call_b" }),
    usage({ input: 7, output: 5, cacheRead: 3 }),
  ]);
  expect(lines.map(({ message, done }) => ({ message, done }))).toEqual([
    { message: { role: "assistant", content: "", thinking: "h" }, done: false },
    { message: { role: "assistant", content: "", thinking: "m" }, done: false },
    { message: { role: "assistant", content: "Reading." }, done: false },
    {
      message: call("call_fake_1_2", { index: 0, name: "read", arguments: { path: "a" } }),
      done: false,
    },
    { message: call("call_b", { index: 1, name: "list", arguments: {} }), done: false },
    { message: { role: "assistant", content: "" }, done: true },
  ]);
  expect(lines.at(-1)).toMatchObject({
    model: "qwen3",
    done_reason: "stop",
    prompt_eval_count: 10,
    eval_count: 5,
  });
  const durations = Object.keys(lines.at(-1) ?? {}).filter((key) => key.endsWith("_duration"));
  expect(durations).toEqual([
    "total_duration",
    "load_duration",
    "prompt_eval_duration",
    "eval_duration",
  ]);
});

function call(id: string, fn: object): object {
  return { role: "assistant", content: "", tool_calls: [{ id, function: fn }] };
}

test("stop by length, an error in mid-stream, and arguments that Ollama could not send", () => {
  expect(encode([text("a"), stop("length")]).at(-1)).toMatchObject({ done_reason: "length" });
  expect(encode([text("a"), midStreamError("any", "out of memory")]).at(-1)).toEqual({
    error: "out of memory",
  });
  expect(() => encode([toolCall("t", "[]")])).toThrow("which [] is not");
});
