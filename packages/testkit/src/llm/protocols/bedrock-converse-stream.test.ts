// The Bedrock encoder writes what ConverseStream writes, down to the checksums.
import { expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import { skipUnless } from "../../require.ts";
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
import { bedrockConverseStream } from "./bedrock-converse-stream.ts";
import { encodeBody } from "./encode-for-test.ts";
import { wireCorpus } from "./wire-corpus.ts";
import { invented, kindSequence, omitted, shapeOf, type DecodedEvent } from "./wire-shape.ts";

interface Message extends DecodedEvent {
  readonly headers: readonly (readonly [string, string])[];
}

const target = "/model/us.anthropic.claude%3A0/converse-stream";
const encode = (parts: readonly Part[]): Message[] =>
  decode(encodeBody(bedrockConverseStream, parts, { target }));

/** Takes messages apart and checks both checksums of each. */
function decode(bytes: Buffer): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const message = bytes.subarray(at, at + bytes.readUInt32BE(at));
    expect(message.readUInt32BE(8)).toBe(crc32(message.subarray(0, 8)));
    expect(message.readUInt32BE(message.length - 4)).toBe(crc32(message.subarray(0, -4)));
    const headEnd = 12 + message.readUInt32BE(4);
    const headers = decodeHeaders(message.subarray(12, headEnd));
    const data: unknown = JSON.parse(message.subarray(headEnd, -4).toString());
    messages.push({ kind: headers[0]?.[1] ?? "", data, headers });
  }
  return messages;
}

function decodeHeaders(bytes: Buffer): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at < bytes.length;) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    expect(bytes[nameEnd]).toBe(7);
    const valueEnd = nameEnd + 3 + bytes.readUInt16BE(nameEnd + 1);
    headers.push([
      bytes.subarray(at + 1, nameEnd).toString(),
      bytes.subarray(nameEnd + 3, valueEnd).toString(),
    ]);
    at = valueEnd;
  }
  return headers;
}

const everything: readonly Part[] = [
  text(["Read", "ing ü."]),
  toolCall("read", { path: "a" }, { splitArgs: 2 }),
  usage({ input: 7, output: 5 }),
];

test("messages come in the vendor's order; only a tool block is announced", () => {
  expect(kindSequence(encode(everything))).toEqual([
    "messageStart",
    "contentBlockDelta",
    "contentBlockStop",
    "contentBlockStart",
    "contentBlockDelta",
    "contentBlockStop",
    "messageStop",
    "metadata",
  ]);
  expect(encode(everything)[0]?.headers).toEqual([
    [":event-type", "messageStart"],
    [":content-type", "application/json"],
    [":message-type", "event"],
  ]);
});

test("reasoning, its signature and its withheld form", () => {
  const deltas = encode([thinking("hm", { signature: "s" }), redactedThinking("secret")])
    .filter(({ kind }) => kind === "contentBlockDelta")
    .map(({ data }) => data);
  expect(deltas).toMatchObject([
    { contentBlockIndex: 0, delta: { reasoningContent: { text: "hm" } } },
    { contentBlockIndex: 0, delta: { reasoningContent: { signature: "s" } } },
    { contentBlockIndex: 1, delta: { reasoningContent: { redactedContent: btoa("secret") } } },
  ]);
});

test.each([
  [[text("a")], "end_turn"],
  [[toolCall("t")], "tool_use"],
  [[stop("length")], "max_tokens"],
  [[stop("contentFilter")], "content_filtered"],
  [[stop("refusal")], "guardrail_intervened"],
] as const)("stop reason of %j is %s", (parts, stopReason) => {
  expect(encode(parts).find(({ kind }) => kind === "messageStop")?.data).toMatchObject({
    stopReason,
  });
});

test("usage with a cache", () => {
  const cached = encode([usage({ input: 7, output: 5, cacheRead: 3, cacheWrite: 2 })]).at(-1);
  expect(cached?.data).toMatchObject({
    usage: {
      inputTokens: 7,
      outputTokens: 5,
      totalTokens: 17,
      cacheReadInputTokens: 3,
      cacheWriteInputTokens: 2,
    },
  });
});

test("an error in mid-stream is an exception message; an HTTP error names itself in a header", () => {
  const failed = encode([text("a"), midStreamError("throttlingException", "slow down")]).at(-1);
  expect(failed).toEqual({
    kind: "throttlingException",
    data: { message: "slow down" },
    headers: [
      [":exception-type", "throttlingException"],
      [":content-type", "application/json"],
      [":message-type", "exception"],
    ],
  });
  expect(bedrockConverseStream.errorHeaders?.({ status: 429 })).toEqual({
    "x-amzn-errortype": "ThrottlingException",
  });
});

test("the model is read from the path", () => {
  expect(bedrockConverseStream.claim("/model/us.anthropic.claude%3A0/converse-stream")).toEqual({
    api: "bedrock-converse-stream",
    model: "us.anthropic.claude:0",
  });
});

const corpus = wireCorpus("bedrock-converse-stream");

skipUnless(corpus)(
  "every kind, header and field is one that Bedrock sends, and none is missing",
  () => {
    const recorded = corpus.cases().flatMap(({ body }) => decode(Buffer.from(body, "base64")));
    const byDelta = ({ kind, data }: Message): DecodedEvent => ({
      kind: JSON.stringify(data).includes(`"toolUse"`) ? `${kind}/toolUse` : kind,
      data,
    });
    const ours = shapeOf(encode(everything).map(byDelta));
    const vendors = shapeOf(recorded.map(byDelta));
    expect(invented(ours, vendors)).toEqual([]);
    expect(omitted(ours, vendors)).toEqual([]);
    const names = ({ headers }: Message) => headers.map(([name]) => name).join();
    expect(new Set(encode(everything).map(names))).toEqual(new Set(recorded.map(names)));
  },
);
