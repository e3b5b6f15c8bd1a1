// The Anthropic encoder writes what the vendor writes.
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
import { anthropicMessages } from "./anthropic-messages.ts";
import { encodeBody } from "./encode-for-test.ts";
import { wireCorpus } from "./wire-corpus.ts";
import { decodeSse, invented, kindSequence, omitted, shapeOf } from "./wire-shape.ts";

const encode = (parts: readonly Part[]): string =>
  encodeBody(anthropicMessages, parts, { target: "/v1/messages" }).toString();

/** Kinds by event, block and delta type, so that fields are compared like with like. */
function kindOf(name: string, data: unknown): string {
  const fields = isJsonFields(data) ? data : {};
  const inner = isJsonFields(fields.content_block)
    ? fields.content_block
    : name === "content_block_delta" && isJsonFields(fields.delta)
      ? fields.delta
      : {};
  return typeof inner.type === "string" ? `${name}/${inner.type}` : name;
}

const everything: readonly Part[] = [
  thinking(["Let me ", "look."], { signature: "sig" }),
  text("Reading."),
  toolCall("read", { path: "a.ts" }, { splitArgs: 3 }),
  usage({ input: 7, output: 5, cacheRead: 3, cacheWrite: 2 }),
];

test("events come in the vendor's order with indexed blocks", () => {
  expect(kindSequence(decodeSse(encode(everything), kindOf))).toEqual([
    "message_start",
    "content_block_start/thinking",
    "ping",
    "content_block_delta/thinking_delta",
    "content_block_delta/signature_delta",
    "content_block_stop",
    "content_block_start/text",
    "content_block_delta/text_delta",
    "content_block_stop",
    "content_block_start/tool_use",
    "content_block_delta/input_json_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

test("a tool call's argument pieces add up, after the vendor's empty first piece", () => {
  const pieces = [...encode(everything).matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)].map((m) =>
    String(JSON.parse(m[1] ?? "")),
  );
  expect(pieces).toHaveLength(4);
  expect(pieces[0]).toBe("");
  expect(JSON.parse(pieces.join(""))).toEqual({ path: "a.ts" });
});

test("usage is announced at the start and told at the end", () => {
  const body = encode(everything);
  expect(body).toContain(
    `"usage":{"input_tokens":7,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":1,`,
  );
  expect(body).toContain(
    `"usage":{"input_tokens":7,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":5}}`,
  );
});

test.each([
  [[text("a")], "end_turn"],
  [[toolCall("t")], "tool_use"],
  [[text("a"), stop("length")], "max_tokens"],
  [[stop("refusal", { message: "no" })], "refusal"],
] as const)("stop reason of %j is %s", (parts, reason) => {
  expect(encode(parts)).toContain(`"stop_reason":"${reason}"`);
});

test("withheld thinking and errors in mid-stream", () => {
  expect(encode([redactedThinking("opaque")])).toContain(
    `"content_block":{"type":"redacted_thinking","data":"opaque"}`,
  );
  const failed = decodeSse(encode([text("a"), midStreamError("overloaded_error", "busy")]), kindOf);
  expect(failed.at(-1)).toEqual({
    kind: "error",
    data: {
      type: "error",
      error: { details: null, type: "overloaded_error", message: "busy" },
    },
  });
});

const corpus = wireCorpus("anthropic-messages");

skipUnless(corpus)("every kind and field is one that the vendor sends, and none is missing", () => {
  const recorded = corpus.cases().filter(({ status }) => status === 200);
  const vendors = shapeOf(recorded.flatMap(({ body }) => decodeSse(body, kindOf)));
  const refused = [stop("refusal", { message: "no" })];
  const ours = shapeOf([everything, refused].flatMap((parts) => decodeSse(encode(parts), kindOf)));
  expect(invented(ours, vendors)).toEqual([]);
  expect(omitted(ours, vendors)).toEqual([]);
});
