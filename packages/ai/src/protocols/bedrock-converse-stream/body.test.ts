// What is sent for each feature, as golden files; that sound requests pass the grammar, and that what
// came before keeps its bytes when the conversation goes on.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { comparePrefix } from "../../history/compare-prefix.ts";
import type { Message } from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { casesOf, testGoldenBodies, testGrammar } from "../../testing/golden-bodies.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  GREP_TOOL,
  image,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import protocol from "./bedrock-converse-stream.ts";

const api = "bedrock-converse-stream";
const bedrock = { api, provider: "amazon-bedrock", maxTokens: 32_000 };
const sonnet = aModel({
  ...bedrock,
  id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  reasoning: true,
});
const sonnet4 = { ...sonnet, id: "anthropic.claude-sonnet-4-20250514-v1:0" };
const opus = { ...sonnet, id: "global.anthropic.claude-opus-4-7-v1" };
const haiku = aModel({ ...bedrock, id: "anthropic.claude-3-haiku-20240307-v1:0" });
const nova = aModel({ ...bedrock, id: "us.amazon.nova-2-lite-v1:0", reasoning: true });
const gpt = aModel({ ...bedrock, id: "openai.gpt-oss-120b-1:0", reasoning: true });
const llama = aModel({ ...bedrock, id: "meta.llama4-maverick-17b-instruct-v1:0" });
const profile = aModel({
  ...bedrock,
  id: "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc",
});
const tools = [READ_TOOL, GREP_TOOL];

const toolTurn: Message[] = [
  user("what is in a and b?"),
  assistant(sonnet, [
    thought("I should look.", "sig-1"),
    text("Looking."),
    call("tooluse_1", "read", { path: "a" }),
    call("tooluse_2", "read", { path: "b" }),
  ]),
  result("tooluse_1", "read", [text("A")]),
  result("tooluse_2", "read", [text("no such file")], true),
];

const cases: Record<string, ChatRequest> = {
  text: aRequest(llama, [user("hi"), assistant(llama, [text("hello")]), user("bye")]),
  images: aRequest(haiku, [user([text("what is this?"), image()])]),
  "images-for-the-blind": aRequest({ ...llama, input: ["text"] }, [user([text("look"), image()])]),
  tools: aRequest(llama, [user("hi")], { toolChoice: "auto" }, { tools }),
  "tools-gone": aRequest(sonnet, [...toolTurn, assistant(sonnet, [text("done")]), user("bye")]),
  "parallel-tool-calls": aRequest(sonnet, toolTurn, {}, { tools }),
  "failed-call-elsewhere": aRequest(llama, toolTurn, {}, { tools }),
  "tool-result-with-image": aRequest(
    sonnet,
    [
      user("screenshot"),
      assistant(sonnet, [call("tooluse_1", "read", { path: "s.png" })]),
      result("tooluse_1", "read", [text("here"), image()]),
    ],
    {},
    { tools },
  ),
  "thinking-budget": aRequest(sonnet, [user("hi")], { effort: "high" }),
  "thinking-interleaved": aRequest(sonnet4, [user("hi")], { effort: "low" }, { tools }),
  "thinking-adaptive": aRequest(opus, [user("hi")], { effort: "xhigh" }),
  "thinking-nova": aRequest(nova, [user("hi")], { effort: "low" }),
  "thinking-nova-high": aRequest(nova, [user("hi")], { effort: "xhigh" }),
  "thinking-gpt": aRequest(gpt, [user("hi")], { effort: "minimal" }),
  "thinking-off": aRequest(sonnet, [user("hi")]),
  "thinking-replayed": aRequest(sonnet, toolTurn, { effort: "low" }, { tools }),
  "thinking-redacted": aRequest(sonnet, [
    user("hi"),
    assistant(sonnet, [
      { type: "thinking", thinking: "", thinkingSignature: "b3BhcXVl", redacted: true },
      text("hello"),
    ]),
    user("more"),
  ]),
  "thinking-of-another-model": aRequest(opus, [...toolTurn, user("go on")], {}, { tools }),
  "cache-points": aRequest(
    sonnet,
    [...toolTurn, assistant(sonnet, [text("four")]), user("five")],
    {},
    { tools, system: ["one", "two"] },
  ),
  "cache-long": aRequest(sonnet, [user("hi")], { cacheRetention: "long" }),
  "cache-long-too-early": aRequest(sonnet4, [user("hi")], { cacheRetention: "long" }),
  "cache-none": aRequest(sonnet, [user("hi")], { cacheRetention: "none" }, { tools }),
  "cache-nova": aRequest(nova, [user("hi")], {}, { tools }),
  "cache-of-the-unknown": aRequest(profile, [user("hi")], {}, { tools }),
  "any-tool": aRequest(haiku, [user("hi")], { toolChoice: "required" }, { tools }),
  "no-tool": aRequest(haiku, [user("hi")], { toolChoice: "none" }, { tools }),
  "forced-tool": aRequest(
    sonnet,
    [user("hi")],
    { toolChoice: { tool: "read" }, effort: "high" },
    { tools },
  ),
  "tier-priority": aRequest(llama, [user("hi")], { serviceTier: "priority" }),
  "tier-of-others": aRequest(llama, [user("hi")], { serviceTier: "openai-only" }),
  sampling: aRequest(haiku, [user("hi")], {
    sampling: { temperature: 0.2, topP: 0.9, topK: 40, minP: 0.1 },
    maxTokens: 500,
  }),
  "sampling-one-of-two": aRequest(sonnet, [user("hi")], {
    sampling: { temperature: 0.2, topP: 0.9 },
  }),
  "sampling-nova": aRequest(nova, [user("hi")], { sampling: { topK: 40 } }),
  "sampling-refused": aRequest(opus, [user("hi")], { sampling: { temperature: 0.2, topK: 4 } }),
};

testGoldenBodies(import.meta.dir, casesOf(protocol, cases));

test("the path names the model, whatever its id holds", () => {
  const path = (model: typeof sonnet) => protocol.path(aRequest(model, [user("hi")]));
  expect(path(haiku)).toBe("/model/anthropic.claude-3-haiku-20240307-v1%3A0/converse-stream");
  expect(path(profile)).toContain("application-inference-profile%2Fabc/converse-stream");
});

test("every request repeats the one before, up to its end", () => {
  const steps: Message[][] = [
    [user("one")],
    [assistant(sonnet, [text("two")]), user("three")],
    [assistant(sonnet, [text("four")]), ...toolTurn],
    [assistant(sonnet, [text("five")]), user([text("six"), image()])],
  ];
  let history: Message[] = [];
  let before: JsonObject | undefined;
  for (const more of steps) {
    history = [...history, ...more];
    const body = protocol.body(aRequest(sonnet, history, {}, { tools }));
    if (before !== undefined) {
      expect(comparePrefix(before, body)).toBeUndefined();
      const bare = (bytes: JsonObject) =>
        JSON.stringify(bytes["messages"]).replaceAll(',{"cachePoint":{"type":"default"}}', "");
      expect(bare(body)).toStartWith(bare(before).slice(0, -1));
    }
    before = body;
  }
});

testGrammar(fc, { protocol, models: [sonnet, opus, llama, nova] });
