// How the known hosts and models differ from OpenAI's own Chat Completions. Data only: rows in order,
// later ones over earlier ones; what a user configures comes over all of them.
import type { OpenAICompat } from "@oh-my-pi/pi-catalog/compat";

/** Traits that nobody configures, because they follow from the host. */
export interface HostTraits {
  /** OpenAI itself: takes its own extras (cache key, service tier) and no others' sampling knobs. */
  readonly isOpenAI: boolean;
  /** Passes `cache_control` on to a model that caches only what is marked. */
  readonly marksCache: boolean;
  /** Which routing block its requests may carry. */
  readonly gateway: "openrouter" | "vercel" | undefined;
}

type Optional = "extraBody" | "reasoningEffortMap" | "toolStrictMode" | RoutingKey;
type RoutingKey = "openRouterRouting" | "vercelGatewayRouting";

/** Every switch decided; those that name something to add stay optional. */
export type ResolvedCompat = Required<Omit<OpenAICompat, Optional>> &
  Pick<OpenAICompat, Optional> &
  HostTraits;

export type Traits = OpenAICompat & Partial<HostTraits>;

/** All given patterns must match: the URL's host and path, the provider's id, the model's id. */
export interface CompatRow {
  readonly url?: RegExp;
  readonly providers?: readonly string[];
  readonly model?: RegExp;
  readonly traits: Traits;
}

/** What holds for a host that is not in the table. */
export const ANY_HOST: ResolvedCompat = {
  supportsStore: false,
  supportsDeveloperRole: false,
  supportsUsageInStreaming: true,
  maxTokensField: "max_tokens",
  supportsToolChoice: true,
  disableReasoningOnForcedToolChoice: false,
  supportsReasoningEffort: true,
  thinkingFormat: "openai",
  reasoningContentField: "reasoning_content",
  requiresReasoningContentForToolCalls: false,
  requiresAssistantContentForToolCalls: false,
  requiresToolResultName: false,
  requiresAssistantAfterToolResult: false,
  requiresThinkingAsText: false,
  requiresMistralToolIds: false,
  supportsStrictMode: false,
  isOpenAI: false,
  marksCache: false,
  gateway: undefined,
};

const OPENROUTER: Traits = {
  thinkingFormat: "openrouter",
  reasoningContentField: "reasoning",
};

export const COMPAT_ROWS: readonly CompatRow[] = [
  {
    url: /^(?:api\.openai\.com|[\w.-]+\.openai\.azure\.com|[\w.-]+\.services\.ai\.azure\.com)(?=\/|$)/,
    traits: {
      supportsStore: true,
      supportsDeveloperRole: true,
      maxTokensField: "max_completion_tokens",
      supportsStrictMode: true,
      isOpenAI: true,
    },
  },
  { url: /(?:^|\.)openrouter\.ai(?=\/|$)/, traits: { ...OPENROUTER, gateway: "openrouter" } },
  { url: /(?:^|\.)kilo\.ai(?=\/|$)/, traits: OPENROUTER },
  { url: /^ai-gateway\.vercel\.sh(?=\/|$)/, traits: { ...OPENROUTER, gateway: "vercel" } },
  {
    url: /(?:^|\.)(?:openrouter\.ai|kilo\.ai|ai-gateway\.vercel\.sh)(?=\/|$)/,
    model: /claude/,
    traits: { marksCache: true },
  },
  {
    url: /(?:^|\.)mistral\.ai(?=\/|$)/,
    traits: {
      requiresToolResultName: true,
      requiresAssistantAfterToolResult: true,
      requiresThinkingAsText: true,
      requiresMistralToolIds: true,
    },
  },
  {
    providers: ["mistral"],
    traits: {
      requiresToolResultName: true,
      requiresAssistantAfterToolResult: true,
      requiresThinkingAsText: true,
      requiresMistralToolIds: true,
    },
  },
  { url: /(?:^|\.)x\.ai(?=\/|$)/, traits: { supportsReasoningEffort: false } },
  {
    url: /(?:^|\.)(?:z\.ai|bigmodel\.cn)(?=\/|$)/,
    traits: { thinkingFormat: "zai", supportsReasoningEffort: false },
  },
  {
    url: /(?:^|\.)(?:dashscope[\w-]*\.aliyuncs\.com|maas\.aliyuncs\.com|qwen\.ai)(?=\/|$)/,
    traits: { thinkingFormat: "qwen", supportsReasoningEffort: false },
  },
  {
    url: /(?:^|\.)(?:qianfan\.baidubce\.com|siliconflow\.(?:com|cn))(?=\/|$)/,
    traits: { thinkingFormat: "qwen", supportsReasoningEffort: false },
  },
  {
    url: /^integrate\.api\.nvidia\.com(?=\/|$)/,
    traits: { thinkingFormat: "qwen-chat-template", supportsReasoningEffort: false },
  },
  {
    url: /(?:^|\.)deepseek\.com(?=\/|$)/,
    traits: { supportsToolChoice: false, reasoningEffortMap: { xhigh: "max" } },
  },
  { model: /deepseek/, traits: { requiresReasoningContentForToolCalls: true } },
  {
    url: /(?:^|\.)xiaomimimo\.com(?=\/|$)/,
    traits: {
      thinkingFormat: "zai",
      supportsReasoningEffort: false,
      maxTokensField: "max_completion_tokens",
      requiresReasoningContentForToolCalls: true,
    },
  },
  {
    url: /(?:^|\.)(?:moonshot\.(?:ai|cn)|kimi\.com)(?=\/|$)/,
    traits: {
      thinkingFormat: "zai",
      supportsReasoningEffort: false,
      requiresReasoningContentForToolCalls: true,
      requiresAssistantContentForToolCalls: true,
      disableReasoningOnForcedToolChoice: true,
    },
  },
  {
    model: /kimi/,
    traits: {
      requiresReasoningContentForToolCalls: true,
      requiresAssistantContentForToolCalls: true,
      disableReasoningOnForcedToolChoice: true,
    },
  },
  { model: /claude/, traits: { disableReasoningOnForcedToolChoice: true } },
  {
    url: /(?:^|\.)(?:groq\.com|cerebras\.ai)(?=\/|$)/,
    traits: { maxTokensField: "max_completion_tokens", reasoningContentField: "reasoning" },
  },
  { url: /(?:^|\.)together\.(?:xyz|ai)(?=\/|$)/, traits: { reasoningContentField: "reasoning" } },
  {
    url: /(?:^|\.)githubcopilot\.com(?=\/|$)/,
    traits: { reasoningContentField: "reasoning_text" },
  },
  {
    url: /(?:^|\.)minimaxi?\.(?:io|com)(?=\/|$)/,
    traits: { extraBody: { reasoning_split: true } },
  },
];
