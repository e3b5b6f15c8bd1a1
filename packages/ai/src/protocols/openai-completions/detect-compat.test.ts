// Switches follow from host and model, and what the user configured wins over both.
import { expect, test } from "bun:test";
import { aModel } from "../../testing/requests.ts";
import { detectCompat, type ResolvedCompat, resolveCompat } from "./detect-compat.ts";

type Row = [baseUrl: string, model: string, expected: Partial<ResolvedCompat>];
const rows: Row[] = [
  [
    "https://api.openai.com/v1",
    "gpt-x",
    {
      supportsStore: true,
      supportsDeveloperRole: true,
      maxTokensField: "max_completion_tokens",
      supportsStrictMode: true,
      isOpenAI: true,
    },
  ],
  ["https://mine.openai.azure.com/openai/v1", "gpt-x", { isOpenAI: true }],
  [
    "http://127.0.0.1:8000/v1",
    "any",
    {
      supportsStore: false,
      supportsDeveloperRole: false,
      maxTokensField: "max_tokens",
      supportsReasoningEffort: true,
      supportsStrictMode: false,
      isOpenAI: false,
    },
  ],
  ["https://api.openai.com.evil.example/v1", "x", { isOpenAI: false }],
  [
    "https://openrouter.ai/api/v1",
    "z/glm",
    { thinkingFormat: "openrouter", gateway: "openrouter", marksCache: false },
  ],
  [
    "https://openrouter.ai/api/v1",
    "anthropic/Claude-x",
    { marksCache: true, disableReasoningOnForcedToolChoice: true },
  ],
  ["https://ai-gateway.vercel.sh/v1", "x", { gateway: "vercel" }],
  [
    "https://api.mistral.ai/v1",
    "x",
    {
      requiresMistralToolIds: true,
      requiresToolResultName: true,
      requiresThinkingAsText: true,
      requiresAssistantAfterToolResult: true,
    },
  ],
  ["https://api.x.ai/v1", "grok", { supportsReasoningEffort: false }],
  [
    "https://api.z.ai/api/paas/v4",
    "glm",
    { thinkingFormat: "zai", supportsReasoningEffort: false },
  ],
  ["https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "qwen", { thinkingFormat: "qwen" }],
  ["https://coding-intl.dashscope.aliyuncs.com/v1", "qwen", { thinkingFormat: "qwen" }],
  ["https://integrate.api.nvidia.com/v1", "x", { thinkingFormat: "qwen-chat-template" }],
  [
    "https://api.deepseek.com",
    "deepseek-x",
    {
      supportsToolChoice: false,
      reasoningEffortMap: { xhigh: "max" },
      requiresReasoningContentForToolCalls: true,
    },
  ],
  [
    "https://api.together.xyz/v1",
    "moonshotai/Kimi-K2",
    { requiresAssistantContentForToolCalls: true, reasoningContentField: "reasoning" },
  ],
  [
    "https://api.groq.com/openai/v1",
    "x",
    { reasoningContentField: "reasoning", maxTokensField: "max_completion_tokens" },
  ],
  ["https://api.githubcopilot.com", "x", { reasoningContentField: "reasoning_text" }],
  ["https://api.minimax.io/v1", "x", { extraBody: { reasoning_split: true } }],
  ["no url at all", "x", { isOpenAI: false }],
];

test.each(rows)("%s with %s", (baseUrl, model, expected) => {
  expect(detectCompat("p", baseUrl, model)).toMatchObject(expected);
});

test("a provider's name is as good as its host", () => {
  expect(detectCompat("mistral", "https://proxy.example/v1", "x").requiresMistralToolIds).toBe(
    true,
  );
});

test("configuration wins, nested blocks are merged", () => {
  const model = aModel({
    api: "openai-completions",
    baseUrl: "https://api.minimax.io/v1",
    compat: { extraBody: { gateway: "m1" }, maxTokensField: "max_completion_tokens" },
  });
  expect(resolveCompat(model)).toMatchObject({
    extraBody: { reasoning_split: true, gateway: "m1" },
    maxTokensField: "max_completion_tokens",
    supportsStore: false,
  });
});
