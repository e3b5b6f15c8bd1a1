// The Responses encoder writes what OpenAI and Azure write.
import { expect, test } from "bun:test";
import { skipUnless } from "../../require.ts";
import { isJsonFields } from "../json.ts";
import { midStreamError, stop, text, thinking, toolCall, usage, type Part } from "../parts.ts";
import { encodeBody } from "./encode-for-test.ts";
import { openaiResponses } from "./openai-responses.ts";
import { wireCorpus } from "./wire-corpus.ts";
import {
  decodeSse,
  invented,
  kindSequence,
  omitted,
  shapeOf,
  type DecodedEvent,
} from "./wire-shape.ts";

const encode = (parts: readonly Part[]): DecodedEvent[] =>
  decodeSse(encodeBody(openaiResponses, parts, { target: "/v1/responses" }).toString(), kindOf);

/** Events by name, item events also by item type. */
function kindOf(name: string, data: unknown): string {
  const item = isJsonFields(data) && isJsonFields(data.item) ? data.item : {};
  return typeof item.type === "string" ? `${name}/${item.type}` : name;
}

/** One kind for all events that hold the whole response: few recordings end in a failure. */
function joinLifecycle({ kind, data }: DecodedEvent): DecodedEvent {
  return { kind: isJsonFields(data) && isJsonFields(data.response) ? "lifecycle" : kind, data };
}

const everything: readonly Part[] = [
  thinking(["Let me ", "look."], { signature: "enc" }),
  text(["Read", "ing."]),
  toolCall("read", { path: "a" }, { splitArgs: 2, id: "call_1" }),
  usage({ input: 7, output: 5, cacheRead: 3, reasoning: 2 }),
];

test("events come in the vendor's order and are numbered without a gap", () => {
  const events = encode(everything);
  expect(kindSequence(events)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added/reasoning",
    "response.reasoning_summary_part.added",
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "response.reasoning_summary_part.done",
    "response.output_item.done/reasoning",
    "response.output_item.added/message",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done/message",
    "response.output_item.added/function_call",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.output_item.done/function_call",
    "response.completed",
  ]);
  const numbers = events.map(({ data }) => (isJsonFields(data) ? data.sequence_number : undefined));
  expect(numbers).toEqual(events.map((_, i) => i));
});

test("the completed response repeats every finished item and the usage", () => {
  const events = encode(everything);
  const items = events
    .filter(({ kind }) => kind.startsWith("response.output_item.done"))
    .map(({ data }) => (isJsonFields(data) ? data.item : undefined));
  expect(items).toHaveLength(3);
  expect(events.at(-1)?.data).toMatchObject({
    response: {
      status: "completed",
      output: items,
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 3 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 15,
      },
    },
  });
});

test.each([
  [
    [text("a"), stop("length")],
    "response.incomplete",
    { incomplete_details: { reason: "max_output_tokens" } },
  ],
  [
    [stop("contentFilter")],
    "response.incomplete",
    { incomplete_details: { reason: "content_filter" } },
  ],
  [[toolCall("t")], "response.completed", { status: "completed" }],
  [
    [text("a"), midStreamError("insufficient_quota", "none left")],
    "response.failed",
    { status: "failed", error: { code: "insufficient_quota", message: "none left" } },
  ],
] as const)("%j ends with %s", (parts, kind, response) => {
  expect(encode(parts).at(-1)).toMatchObject({ kind, data: { response } });
});

test("a refusal is a message with a refusal part", () => {
  const kinds = kindSequence(encode([stop("refusal", { message: "no" })]));
  expect(kinds).toContain("response.refusal.delta");
  expect(encode([stop("refusal", { message: "no" })]).at(-1)?.data).toMatchObject({
    response: { output: [{ type: "message", content: [{ type: "refusal", refusal: "no" }] }] },
  });
});

test.each([
  ["/v1/responses", "openai-responses"],
  ["/openai/v1/responses", "azure-openai-responses"],
  ["/openai/deployments/my-gpt/responses", "azure-openai-responses"],
  ["/backend-api/codex/responses", "openai-codex-responses"],
  ["/v1/responses/compact", undefined],
])("%s is %s", (path, api) => {
  expect(openaiResponses.claim(path)?.api).toBe(api);
});

const corpus = wireCorpus("openai-responses");

skipUnless(corpus)(
  "every kind and field is one that a vendor sends, and none of OpenAI's is missing",
  () => {
    const decoded = (wanted: RegExp) =>
      corpus
        .cases()
        .filter(({ id, status }) => status === 200 && wanted.test(id))
        .flatMap(({ body }) => decodeSse(body, kindOf));
    const failed = encode([midStreamError("insufficient_quota", "none left")]);
    const ours = [...encode(everything), ...failed];
    const vendors = decoded(/openai|azure/i);
    expect(invented(shapeOf(ours.map(joinLifecycle)), shapeOf(vendors.map(joinLifecycle)))).toEqual(
      [],
    );
    expect(omitted(shapeOf(ours), shapeOf(vendors))).toEqual([]);
  },
);
