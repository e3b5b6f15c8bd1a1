// Bedrock over a real socket: signed or with a token, what the model says comes back and is replayed, and
// every fault ends in one terminal event.
import { describe, expect, test } from "bun:test";
import {
  httpError,
  midStreamError,
  redactedThinking,
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
import { play } from "../../testing/play.ts";
import { aModel, aRequest, READ_TOOL, result, text as said, user } from "../../testing/requests.ts";
import protocol from "./bedrock-converse-stream.ts";
import { deployBedrock } from "./bedrock-deployment.ts";

const id = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const hi = [user("hi")];
const modelAt = (baseUrl: string) =>
  aModel({ api: "bedrock-converse-stream", id, baseUrl, reasoning: true });

test("a turn with tools is understood and replayed", async () => {
  using server = startFakeModels();
  server.script(
    [
      thinking("I should look.", { deltas: 3, signature: "sig" }),
      redactedThinking("opaque"),
      text("Looking now.", { deltas: 4 }),
      toolCall("read", { path: "a b.ts" }, { splitArgs: 5, id: "tooluse_1" }),
      toolCall("read", {}, { id: "tooluse_2" }),
      usage({ input: 10, output: 20, cacheRead: 30, cacheWrite: 40 }),
    ],
    text("Done."),
  );
  const model = modelAt(server.url);
  const tools = [READ_TOOL];
  const stream = streamChat(aRequest(model, hi, {}, { tools }), { mergeWindowMs: 0 });
  await collect(stream);
  const message = await stream.result();
  const redacted = Buffer.from("opaque").toString("base64");
  expect(message).toMatchObject({
    stopReason: "toolUse",
    content: [
      { type: "thinking", thinking: "I should look.", thinkingSignature: "sig" },
      { type: "thinking", thinkingSignature: redacted, redacted: true },
      { type: "text", text: "Looking now." },
      { type: "toolCall", id: "tooluse_1", name: "read", arguments: { path: "a b.ts" } },
      { type: "toolCall", id: "tooluse_2", name: "read", arguments: {} },
    ],
    usage: { input: 10, output: 20, cacheRead: 30, cacheWrite: 40, totalTokens: 100 },
  });
  const results = ["tooluse_1", "tooluse_2"].map((call) => result(call, "read", [said("A")]));
  await streamChat(aRequest(model, [...hi, message, ...results], {}, { tools })).result();
  expect(server.requests.map((request) => [request.api, request.model])).toEqual([
    ["bedrock-converse-stream", id],
    ["bedrock-converse-stream", id],
  ]);
  const messages = server.requests[1]?.json["messages"] as Record<string, unknown>[];
  expect(messages.slice(1)).toMatchObject([
    {
      role: "assistant",
      content: [
        { reasoningContent: { reasoningText: { text: "I should look.", signature: "sig" } } },
        { reasoningContent: { redactedContent: redacted } },
        { text: "Looking now." },
        { toolUse: { toolUseId: "tooluse_1", input: { path: "a b.ts" } } },
        { toolUse: { toolUseId: "tooluse_2", input: {} } },
      ],
    },
    {
      role: "user",
      content: [
        { toolResult: { toolUseId: "tooluse_1" } },
        { toolResult: { toolUseId: "tooluse_2" } },
        { cachePoint: {} },
      ],
    },
  ]);
});

test("in pieces of any size", async () => {
  using server = startFakeModels();
  const words = [text("Hellö 👋 wörld", { deltas: 3 })];
  server.script(reply(words, { chunkBytes: 1 }), reply(words, { chunkBytes: [7, 3] }));
  for (let count = 0; count < 2; count++) {
    const message = await streamChat(aRequest(modelAt(server.url), hi)).result();
    expect(message.content).toEqual([{ type: "text", text: "Hellö 👋 wörld" }]);
  }
});

test("a response that was cut for its length says so", async () => {
  using server = startFakeModels();
  server.script([text("cut"), stop("length")]);
  const message = await streamChat(aRequest(modelAt(server.url), hi)).result();
  expect(message.stopReason).toBe("length");
});

const TOO_LONG = "Input is too long for requested model.";
const FAULTS: [string, Scripted, ProviderErrorKind, boolean][] = [
  ["guardrail", [stop("refusal")], "content-filter", false],
  ["filter", [text("x"), stop("contentFilter")], "content-filter", false],
  ["throttled", [text("x"), midStreamError("throttlingException", "slow")], "rate-limit", true],
  ["broken model", [midStreamError("modelStreamErrorException", "oops")], "server", true],
  ["unavailable", [midStreamError("serviceUnavailableException", "later")], "overloaded", true],
  ["internal", [midStreamError("internalServerException", "oops")], "server", true],
  ["timed out", [midStreamError("modelTimeoutException", "slow")], "timeout", true],
  ["invalid", [midStreamError("validationException", "bad field")], "invalid-request", false],
  ["overflow", [midStreamError("validationException", TOO_LONG)], "context-overflow", false],
  ["HTTP throttled", httpError(429, { message: "slow" }), "rate-limit", true],
  ["HTTP overflow", httpError(400, { message: TOO_LONG }), "context-overflow", false],
  ["HTTP invalid", httpError(400, { message: "bad field" }), "invalid-request", false],
  ["HTTP denied", httpError(403, { message: "no" }), "auth", false],
  ["HTTP unavailable", httpError(503, { message: "later" }), "overloaded", true],
  ["cut between events", [text("x"), truncate()], "network", true],
  ["cut inside an event", [text("x"), truncate({ afterBytes: 200 })], "network", true],
  ["reset", [text("x"), reset()], "network", true],
];

test.each(FAULTS)("%s", async (_title, scripted, kind, isRetryable) => {
  using server = startFakeModels();
  server.script(scripted);
  const facts = await failureOf(streamChat(aRequest(modelAt(server.url), hi)));
  expect(facts).toMatchObject({ kind, retryable: isRetryable });
});

describe("events", () => {
  const event = (name: string, data: object) => ({ name, data: JSON.stringify(data) });

  test("a message that stopped is whole without its metadata", () => {
    const { message, isFinished } = play(protocol, [
      event("messageStart", { role: "assistant" }),
      event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "hi" } }),
      event("messageStop", { stopReason: "end_turn" }),
    ]);
    expect(isFinished).toBe(true);
    expect(message).toMatchObject({ stopReason: "stop", content: [{ text: "hi" }] });
  });

  test("one that did not stop is not, metadata or not", () => {
    const played = play(protocol, [
      event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "hi" } }),
      event("metadata", { usage: { inputTokens: 1 } }),
    ]);
    expect(played.isFinished).toBe(false);
  });

  test("hidden thinking is kept by its signature, unknown events are passed over", () => {
    const signature = { reasoningContent: { signature: "s" } };
    const { message } = play(protocol, [
      event("somethingNew", {}),
      event("contentBlockStart", { contentBlockIndex: 0, start: { somethingNew: {} } }),
      event("contentBlockDelta", { contentBlockIndex: 0, delta: signature }),
      event("contentBlockDelta", { contentBlockIndex: 1, delta: { citation: {} } }),
      event("messageStop", { stopReason: "end_turn" }),
    ]);
    expect(message.content).toEqual([{ type: "thinking", thinking: "", thinkingSignature: "s" }]);
  });

  test("an answer that the provider could not read may be tried again", () => {
    const stopped = event("messageStop", { stopReason: "malformed_tool_use" });
    expect(play(protocol, [stopped]).failure).toMatchObject({ kind: "server", retryable: true });
  });
});

describe("the deployment", () => {
  const keys = { accessKeyId: "AKID", secretAccessKey: "secret", sessionToken: "session" };
  const auth = { credentials: async () => keys };

  test("signs with keys that are asked for each time", async () => {
    using server = startFakeModels();
    server.script(text("one"), text("two"));
    const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
    let asked = 0;
    const credentials = async () => ({ ...keys, accessKeyId: `AKID${++asked}` });
    const place = { baseUrl: server.url, region: "eu-central-1", now };
    const deployment = deployBedrock({ credentials }, place);
    for (let count = 0; count < 2; count++) {
      await streamChat(aRequest(modelAt(server.url), hi), { deployment }).result();
    }
    const [first, second] = server.requests;
    expect(first?.headers.get("authorization")).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID1\/20260102\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    );
    expect(first?.headers.get("x-amz-date")).toBe("20260102T030405Z");
    expect(first?.headers.get("x-amz-security-token")).toBe("session");
    expect(first?.headers.get("host")).toBe(new URL(server.url).host);
    expect(second?.headers.get("authorization")).toContain("Credential=AKID2/");
  });

  test("sends a bearer token as it is", async () => {
    using server = startFakeModels();
    server.script(text("one"));
    const deployment = deployBedrock({ token: "t-1" }, { baseUrl: server.url });
    await streamChat(aRequest(modelAt(server.url), hi), { deployment }).result();
    expect(server.requests[0]?.headers.get("authorization")).toBe("Bearer t-1");
  });

  test("says that keys could not be had", async () => {
    const credentials = () => Promise.reject(new Error("no profile of that name"));
    const deployment = deployBedrock({ credentials }, { baseUrl: "http://127.0.0.1:9" });
    const request = aRequest(modelAt("http://127.0.0.1:9"), hi);
    const facts = await failureOf(streamChat(request, { deployment }));
    expect(facts.message).toContain("no profile of that name");
  });

  const US = "https://bedrock-runtime.us-east-1.amazonaws.com";
  test.each([
    [{}, US],
    [{ baseUrl: US, region: "eu-west-3" }, US.replace("us-east-1", "eu-west-3")],
    [{ baseUrl: `${US}/` }, `${US}/`],
    [{ region: "cn-north-1" }, "https://bedrock-runtime.cn-north-1.amazonaws.com.cn"],
    [{ baseUrl: "https://vpce.example.com", region: "eu-west-3" }, "https://vpce.example.com"],
  ])("%j is at %s", (place, baseUrl) => {
    expect(deployBedrock(auth, place).baseUrl).toBe(baseUrl);
  });
});
