// The Google encoders write what the Gemini API, Vertex AI and Cloud Code Assist write.
import { expect, test } from "bun:test";
import { skipUnless } from "../../require.ts";
import { isJsonFields } from "../json.ts";
import { midStreamError, stop, text, thinking, toolCall, usage, type Part } from "../parts.ts";
import { encodeBody } from "./encode-for-test.ts";
import { googleCloudCodeAssist, googleGenerateContent } from "./google.ts";
import { wireCorpus } from "./wire-corpus.ts";
import { decodeSse, invented, omitted, shapeOf, type DecodedEvent } from "./wire-shape.ts";

const target = "/v1beta/models/gemini-x:streamGenerateContent?alt=sse";
const encode = (parts: readonly Part[]): DecodedEvent[] =>
  decodeSse(encodeBody(googleGenerateContent, parts, { target }).toString(), kindOf);

/** Chunks by what their first part is. */
function kindOf(_: string, data: unknown): string {
  if (!isJsonFields(data)) return "none";
  if (data.error !== undefined) return "error";
  const candidate: unknown = Array.isArray(data.candidates) ? data.candidates[0] : undefined;
  if (!isJsonFields(candidate)) return "none";
  const content = isJsonFields(candidate.content) ? candidate.content : {};
  const part: unknown = Array.isArray(content.parts) ? content.parts[0] : undefined;
  if (candidate.finishReason !== undefined) return "finish";
  if (!isJsonFields(part)) return "none";
  if (part.functionCall !== undefined) return "functionCall";
  return part.thought === true ? "thought" : "text";
}

function partsOf(events: readonly DecodedEvent[]): unknown[] {
  return events.flatMap(({ data }) => {
    const [candidate] = isJsonFields(data) && Array.isArray(data.candidates) ? data.candidates : [];
    return candidate.content.parts;
  });
}

const everything: readonly Part[] = [
  thinking("Let me look.", { signature: "sig" }),
  text(["Read", "ing."]),
  toolCall("read", { path: "a" }),
  toolCall("list", {}, { id: "id-2", signature: "own" }),
  usage({ input: 7, output: 5, cacheRead: 3, reasoning: 2 }),
];

test("parts come as they are scripted; a thought is signed on the part after it", () => {
  const signed = [thinking("hm", { signature: "sig" }), toolCall("read", { path: "a" })];
  expect(partsOf(encode(signed))).toEqual([
    { text: "hm", thought: true },
    { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "sig" },
    { text: "" },
  ]);
  expect(partsOf(encode(everything)).slice(1, 4)).toEqual([
    { text: "Read" },
    { text: "ing." },
    { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "sig" },
  ]);
  expect(partsOf(encode([text("a", { signature: "end" })])).at(-1)).toEqual({
    text: "",
    thoughtSignature: "end",
  });
});

test("usage counts the cache into the prompt and thoughts apart from candidates", () => {
  expect(encode(everything).at(-1)?.data).toMatchObject({
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 15,
    },
    modelVersion: "gemini-x",
  });
});

test.each([
  [[text("a")], "STOP"],
  [[toolCall("t")], "STOP"],
  [[stop("length")], "MAX_TOKENS"],
  [[stop("contentFilter")], "SAFETY"],
  [[stop("refusal")], "PROHIBITED_CONTENT"],
] as const)("finish reason of %j is %s", (parts, finishReason) => {
  expect(encode(parts).at(-1)?.data).toMatchObject({ candidates: [{ finishReason }] });
});

test("an error in mid-stream, and arguments that Google could not send", () => {
  expect(encode([text("a"), midStreamError("UNAVAILABLE", "busy")]).at(-1)?.data).toEqual({
    error: { code: 503, message: "busy", status: "UNAVAILABLE" },
  });
  expect(() => encode([toolCall("t", "{broken")])).toThrow("which {broken is not");
});

test.each([
  ["/v1beta/models/gemini-2.5-pro:streamGenerateContent", "google-generative-ai", "gemini-2.5-pro"],
  [
    "/v1/projects/p/locations/us/publishers/google/models/gemini-3:streamGenerateContent",
    "google-vertex",
    "gemini-3",
  ],
])("%s is %s", (path, api, model) => {
  expect(googleGenerateContent.claim(path)).toEqual({ api, model });
});

test("Cloud Code Assist wraps each chunk", () => {
  const body = encodeBody(googleCloudCodeAssist, [text("a")], {
    target: "/v1internal:streamGenerateContent?alt=sse",
    json: { model: "gemini-x", project: "p", request: {} },
  }).toString();
  const chunks = decodeSse(body, () => "chunk");
  expect(chunks).toHaveLength(2);
  for (const { data } of chunks) {
    expect(data).toMatchObject({
      response: { candidates: [{ content: { role: "model" } }], modelVersion: "gemini-x" },
      traceId: "trace_fake_1",
    });
  }
});

test("lines end with CRLF, as Google's do", () => {
  const body = encodeBody(googleGenerateContent, [text("a")], { target }).toString();
  expect(body).toMatch(/^(data: .*\r\n\r\n)+$/);
});

const corpus = wireCorpus("google-generative-ai");

skipUnless(corpus)("every kind and field is one that Google sends, and none is missing", () => {
  const recorded = corpus.cases().flatMap(({ body }) => decodeSse(body, kindOf));
  // Arguments are the caller's own; cached tokens were recorded only on replies of a single chunk.
  const isOurs = (line: string): boolean =>
    !/functionCall\.(args\.|id)|(text|thought|functionCall) .*cachedContent/.test(line);
  const ours = shapeOf(encode(everything));
  expect(invented(ours, shapeOf(recorded)).filter(isOurs)).toEqual([]);
  expect(omitted(ours, shapeOf(recorded))).toEqual([]);
});
