// What `compat` may hold: the documented keys of OpenAI-compatible deployments, and those of
// Anthropic-compatible ones, which only shipped descriptions may set.
import { EFFORTS } from "../effort.ts";
import { anyRecord, flag, listOf, object, oneOf, text, type Rule } from "./rules.ts";

const routing = object({ only: listOf(text), order: listOf(text) });

const openAiFields: Readonly<Record<string, Rule>> = {
  supportsStore: flag,
  supportsDeveloperRole: flag,
  supportsUsageInStreaming: flag,
  maxTokensField: oneOf(["max_completion_tokens", "max_tokens"]),
  supportsToolChoice: flag,
  disableReasoningOnForcedToolChoice: flag,
  extraBody: anyRecord,
  supportsReasoningEffort: flag,
  reasoningEffortMap: object(Object.fromEntries(EFFORTS.map((effort) => [effort, text]))),
  thinkingFormat: oneOf(["openai", "openrouter", "zai", "qwen", "qwen-chat-template"]),
  reasoningContentField: oneOf(["reasoning_content", "reasoning", "reasoning_text"]),
  requiresReasoningContentForToolCalls: flag,
  requiresAssistantContentForToolCalls: flag,
  requiresToolResultName: flag,
  requiresAssistantAfterToolResult: flag,
  requiresThinkingAsText: flag,
  requiresMistralToolIds: flag,
  supportsStrictMode: flag,
  toolStrictMode: oneOf(["all_strict", "none"]),
  openRouterRouting: routing,
  vercelGatewayRouting: routing,
};

/** `compat` as a user's models.yml may write it. */
export const openAiCompat: Rule = object(openAiFields);

/** `compat` of a shipped provider description. */
export const anyCompat: Rule = object({
  ...openAiFields,
  disableStrictTools: flag,
  disableAdaptiveThinking: flag,
  supportsEagerToolInputStreaming: flag,
  supportsLongCacheRetention: flag,
});
