// What is sent for each feature and each switch, as golden files; that sound requests pass the grammar,
// and that a conversation repeats what it sent before.
import { expect, test } from "bun:test";
import type { OpenAICompat } from "@oh-my-pi/pi-catalog/compat";
import fc from "fast-check";
import { comparePrefix } from "../../history/compare-prefix.ts";
import type { Message } from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import {
  casesOf,
  testGoldenBodies,
  testGrammar,
  testSchemasOnce,
} from "../../testing/golden-bodies.ts";
import {
  aModel,
  aRequest,
  assistant,
  call,
  GREP_TOOL,
  image,
  OPEN_TOOL,
  READ_TOOL,
  result,
  text,
  thought,
  user,
} from "../../testing/requests.ts";
import { fieldsOf, listOf } from "../../wire/json-access.ts";
import protocol from "./openai-completions.ts";

await protocol.prepare?.();

const api = "openai-completions";
const plain = aModel({ api, baseUrl: "https://llm.example.com/v1" });
const thinker = aModel({ ...plain, id: "thinker-1", reasoning: true });
const openai = aModel({ api, id: "gpt-x", baseUrl: "https://api.openai.com/v1", reasoning: true });
const openrouter = aModel({
  api,
  id: "anthropic/claude-sonnet-5",
  provider: "openrouter",
  baseUrl: "https://openrouter.ai/api/v1",
  reasoning: true,
});
const mistral = aModel({
  api,
  id: "magistral",
  baseUrl: "https://api.mistral.ai/v1",
  reasoning: true,
});
const kimi = aModel({ api, id: "kimi-k2", baseUrl: "https://api.moonshot.ai/v1", reasoning: true });
const tools = [READ_TOOL, GREP_TOOL];
const strictTool = {
  ...READ_TOOL,
  name: "strict",
  parameters: { ...READ_TOOL.parameters, required: ["path", "limit"] },
};

function turn(model: typeof plain): Message[] {
  return [
    user("what is in a and b?"),
    assistant(model, [
      thought("I should look."),
      text("Looking."),
      call("call_1|fc_9", "read", { path: "a" }),
      call("call_2", "read", { path: "b" }),
    ]),
    result("call_1|fc_9", "read", [text("A")]),
    result("call_2", "read", [text("B"), image()]),
    user("go on"),
  ];
}
const withCompat = (compat: OpenAICompat, model = thinker) => ({ ...model, compat });
const silentCall = (model: typeof plain): Message[] => [
  user("hi"),
  assistant(model, [call("call_1", "read", {})]),
  result("call_1", "read", [text("A")]),
];

const cases: Record<string, ChatRequest> = {
  "strict-where-it-can-be": aRequest(
    openai,
    [user("hi")],
    {},
    { tools: [...tools, OPEN_TOOL, { ...READ_TOOL, name: "lax", strict: false }] },
  ),
  "strict-nowhere": aRequest(openai, [user("hi")], { strictTools: false }, { tools }),
  "strict-all-or-none": aRequest(
    { ...openai, compat: { toolStrictMode: "all_strict" } },
    [user("hi")],
    {},
    { tools: [...tools, OPEN_TOOL] },
  ),
  "strict-disabled": aRequest(
    { ...openai, compat: { disableStrictTools: true } },
    [user("hi")],
    {},
    { tools },
  ),
  text: aRequest(plain, [
    user("hi"),
    assistant(plain, [text("hello")]),
    user([text("a"), text("b")]),
  ]),
  images: aRequest(plain, [user([text("what is this?"), image()])]),
  "images-for-the-blind": aRequest({ ...plain, input: ["text"] }, [user([text("look"), image()])]),
  tools: aRequest(plain, [user("hi")], {}, { tools }),
  "tool-turn-with-images": aRequest(plain, turn(plain), {}, { tools }),
  "system-segments": aRequest(plain, [user("hi")], {}, { system: ["one", " ", "two"] }),
  "openai-everything": aRequest(
    openai,
    [user("hi")],
    {
      effort: "high",
      serviceTier: "priority",
      sessionId: "s-1",
      cacheRetention: "long",
      maxTokens: 100,
      sampling: { temperature: 1, topK: 5 },
    },
    { tools: [...tools, strictTool] },
  ),
  "forced-tool": aRequest(plain, [user("hi")], { toolChoice: { tool: "read" } }, { tools }),
  "any-tool": aRequest(plain, [user("hi")], { toolChoice: "required" }, { tools }),
  sampling: aRequest(plain, [user("hi")], {
    sampling: {
      temperature: 0.2,
      topP: 0.9,
      topK: 40,
      minP: 0.1,
      presencePenalty: 0.5,
      repetitionPenalty: 1.1,
    },
  }),
  "thinking-effort": aRequest(thinker, [user("hi")], { effort: "medium" }),
  "thinking-off": aRequest(thinker, [user("hi")]),
  "thinking-mapped": aRequest(withCompat({ reasoningEffortMap: { xhigh: "max" } }), [user("hi")], {
    effort: "xhigh",
  }),
  "thinking-openrouter": aRequest(withCompat({ thinkingFormat: "openrouter" }), [user("hi")], {
    effort: "low",
  }),
  "thinking-zai": aRequest(
    withCompat({ thinkingFormat: "zai", supportsReasoningEffort: false }),
    [user("hi")],
    { effort: "low" },
  ),
  "thinking-zai-off": aRequest(withCompat({ thinkingFormat: "zai" }), [user("hi")]),
  "thinking-qwen": aRequest(
    withCompat({ thinkingFormat: "qwen", supportsReasoningEffort: false }),
    [user("hi")],
    { effort: "low" },
  ),
  "thinking-qwen-template": aRequest(withCompat({ thinkingFormat: "qwen-chat-template" }), [
    user("hi"),
  ]),
  "thinking-dropped-for-forced-tool": aRequest(
    withCompat({ disableReasoningOnForcedToolChoice: true }),
    [user("hi")],
    { effort: "high", toolChoice: "required" },
    { tools },
  ),
  "thinking-replayed": aRequest(
    withCompat({ requiresReasoningContentForToolCalls: true, reasoningContentField: "reasoning" }),
    turn(thinker),
    {},
    { tools },
  ),
  "thinking-replayed-but-unknown": aRequest(
    withCompat({ requiresReasoningContentForToolCalls: true }),
    silentCall(thinker),
    {},
    { tools },
  ),
  "thinking-details-replayed": aRequest(
    openrouter,
    [
      user("hi"),
      assistant(openrouter, [thought("hm"), call("call_1", "read", {})], {
        providerPayload: {
          reasoning_details: [{ type: "reasoning.text", text: "hm", signature: "s" }],
        },
      }),
      result("call_1", "read", [text("A")]),
    ],
    {},
    { tools },
  ),
  "thought-signature": aRequest(plain, [
    user("hi"),
    assistant(plain, [{ ...call("call_1", "read", {}), thoughtSignature: "sig" }]),
    result("call_1", "read", [text("A")]),
  ]),
  mistral: aRequest(mistral, turn(mistral), { effort: "high" }, { tools }),
  kimi: aRequest(kimi, silentCall(kimi), { effort: "high" }, { tools }),
  "no-usage-no-choice": aRequest(
    withCompat({ supportsUsageInStreaming: false, supportsToolChoice: false }, plain),
    [user("hi")],
    { toolChoice: "required" },
    { tools },
  ),
  "store-developer-max": aRequest(
    withCompat({
      supportsStore: true,
      supportsDeveloperRole: true,
      maxTokensField: "max_completion_tokens",
    }),
    [user("hi")],
  ),
  "strict-all": aRequest(
    withCompat({ toolStrictMode: "all_strict" }, plain),
    [user("hi")],
    {},
    { tools },
  ),
  "strict-none": aRequest(
    withCompat({ toolStrictMode: "none", supportsStrictMode: true }, plain),
    [user("hi")],
    {},
    { tools },
  ),
  "strict-each": aRequest(
    withCompat({ supportsStrictMode: true }, plain),
    [user("hi")],
    {},
    { tools: [...tools, strictTool, { ...strictTool, name: "lax", strict: false }] },
  ),
  "openrouter-routing-and-cache": aRequest(
    withCompat({ openRouterRouting: { only: ["anthropic"] } }, openrouter),
    turn(openrouter),
    { effort: "high" },
    { tools },
  ),
  "vercel-routing": aRequest(
    {
      ...withCompat({ vercelGatewayRouting: { order: ["a", "b"] } }, plain),
      baseUrl: "https://ai-gateway.vercel.sh/v1",
    },
    [user("hi")],
  ),
  "routing-elsewhere-is-ignored": aRequest(
    withCompat(
      { openRouterRouting: { only: ["a"] }, vercelGatewayRouting: { only: ["b"] } },
      plain,
    ),
    [user("hi")],
  ),
  "extra-body": aRequest(withCompat({ extraBody: { gateway: "m1", stream: "kept" } }, plain), [
    user("hi"),
  ]),
};

testGoldenBodies(import.meta.dir, casesOf(protocol, cases));

testSchemasOnce(aRequest(openai, [user("hi")], {}, { tools }), (request) =>
  listOf(protocol.body(request)["tools"]).map(
    (tool) => fieldsOf(fieldsOf(tool)["function"])["parameters"],
  ),
);

test.each([plain, openrouter, mistral, kimi])("the talk with $id keeps its prefix", (model) => {
  const history: Message[] = [...turn(model), assistant(model, [call("call_3", "read", {})])];
  history.push(result("call_3", "read", [text("C")]), assistant(model, [text("x")]), user("y"));
  let before: JsonObject | undefined;
  for (const [index, message] of history.entries()) {
    const isSent = message.role !== "assistant" && history[index + 1]?.role !== "toolResult";
    if (!isSent) continue;
    const body = protocol.body(aRequest(model, history.slice(0, index + 1), {}, { tools }));
    if (before !== undefined) expect(comparePrefix(before, body)).toBeUndefined();
    before = body;
  }
});

testGrammar(fc, { protocol, models: [plain, mistral, kimi, openrouter] });
