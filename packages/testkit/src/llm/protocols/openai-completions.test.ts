// The Chat Completions encoder writes what OpenAI and its followers write.
import { expect, test } from "bun:test";
import { skipUnless } from "../../require.ts";
import { isJsonFields } from "../json.ts";
import {
  midStreamError,
  redactedThinking,
  stop,
  text,
  thinking,
  toolCall,
  usage,
  type Part,
} from "../parts.ts";
import { encodeBody } from "./encode-for-test.ts";
import { openaiCompletions } from "./openai-completions.ts";
import { wireCorpus } from "./wire-corpus.ts";
import { decodeSse, invented, kindSequence, omitted, shapeOf } from "./wire-shape.ts";

const withUsage = { model: "m", stream: true, stream_options: { include_usage: true } };
const encode = (parts: readonly Part[], json: Record<string, unknown> = withUsage): string =>
  encodeBody(openaiCompletions, parts, { target: "/v1/chat/completions", json }).toString();

/** Chunks by what their delta carries. */
function kindOf(_: string, data: unknown): string {
  if (!isJsonFields(data)) return "[DONE]";
  if (data.error !== undefined) return "error";
  const choice: unknown = Array.isArray(data.choices) ? data.choices[0] : undefined;
  if (!isJsonFields(choice)) return "usage";
  if (typeof choice.finish_reason === "string") return "finish";
  const delta = isJsonFields(choice.delta) ? choice.delta : {};
  if (delta.role !== undefined) return "role";
  return Object.keys(delta).sort().join("+");
}

const everything: readonly Part[] = [
  text(["Rea", "ding."]),
  toolCall("read", { path: "a" }, { splitArgs: 2 }),
  toolCall("read", { path: "b" }, { id: "call_b" }),
  usage({ input: 7, output: 5, cacheRead: 3, reasoning: 2 }),
];

test("chunks come in the vendor's order and end with usage and [DONE]", () => {
  const events = decodeSse(encode([thinking("hm"), ...everything]), kindOf);
  expect(kindSequence(events)).toEqual([
    "role",
    "reasoning_content",
    "content",
    "tool_calls",
    "finish",
    "usage",
    "[DONE]",
  ]);
});

test("tool calls are numbered, named once and their argument pieces add up", () => {
  const calls: { id?: string; json: string }[] = [];
  for (const [, index, rest] of encode(everything).matchAll(
    /"tool_calls":\[\{"index":(\d)(.*?)\}\]\},"logprobs"/g,
  )) {
    const { id, function: fn } = JSON.parse(`{"x":0${rest ?? ""}}`);
    const call = (calls[Number(index)] ??= { json: "" });
    if (id !== undefined) call.id = id;
    call.json += fn.arguments;
  }
  expect(calls).toEqual([
    { id: "call_fake_1_1", json: `{"path":"a"}` },
    { id: "call_b", json: `{"path":"b"}` },
  ]);
});

test("padding can be declined", () => {
  expect(encode(everything)).toContain(`"obfuscation":`);
  const declined = { ...withUsage, stream_options: { include_obfuscation: false } };
  expect(encode(everything, declined)).not.toContain("obfuscation");
});

test("usage is sent only when it was asked for", () => {
  const usageJson = `"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":3,`;
  expect(encode(everything)).toContain(usageJson);
  expect(encode(everything, { model: "m", stream: true })).not.toContain("usage");
});

test.each([
  [[text("a")], "stop"],
  [[toolCall("t")], "tool_calls"],
  [[text("a"), stop("length")], "length"],
  [[stop("contentFilter")], "content_filter"],
  [[stop("refusal", { message: "no" })], "stop"],
] as const)("finish reason of %j is %s", (parts, reason) => {
  expect(encode(parts)).toContain(`"finish_reason":"${reason}"`);
});

test("a refusal, the other reasoning field with its signature, and an error in mid-stream", () => {
  expect(encode([stop("refusal", { message: "no" })])).toContain(`"delta":{"refusal":"no"}`);
  const routed = encode([thinking("hm", { field: "reasoning", signature: "s" })]);
  expect(routed).toContain(
    `"delta":{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text",`,
  );
  expect(routed).toContain(`"signature":"s"`);
  const failed = encode([text("a"), midStreamError("server_error", "oops")]);
  expect(failed).toEndWith(
    `data: {"error":{"message":"oops","type":"server_error","param":null,"code":"server_error"}}\n\n`,
  );
});

const corpus = wireCorpus("openai-completions");

skipUnless(corpus)(
  "every kind and field is one that a vendor sends, and none of OpenAI's is missing",
  () => {
    const recorded = corpus.cases().filter(({ status }) => status === 200);
    const decoded = (wanted: (id: string) => boolean) =>
      recorded.filter(({ id }) => wanted(id)).flatMap(({ body }) => decodeSse(body, kindOf));
    const ours = shapeOf(decodeSse(encode(everything), kindOf));
    const reasoning = [
      thinking("hm"),
      thinking("hm", { field: "reasoning", signature: "s" }),
      redactedThinking("s"),
    ].flatMap((part) => decodeSse(encode([part]), kindOf));
    const strange = invented(shapeOf(reasoning), shapeOf(decoded(() => true)));
    expect(strange.filter((path) => path.includes(".delta"))).toEqual([]);
    const openai = shapeOf(decoded((id) => /\/openai-chat\/|TestOpenAICommon\//.test(id)));
    expect(invented(ours, openai)).toEqual([]);
    expect(omitted(ours, openai)).toEqual([]);
  },
);
