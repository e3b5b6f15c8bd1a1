// The closed set of ways in which a deployment may differ from its wire format's norm. Keys are a
// public format (`compat` in models.yml); only protocols read them.
import type { Effort } from "./effort.ts";

type JsonObject = { readonly [key: string]: unknown };

interface RequestShape {
  supportsStore?: boolean;
  supportsDeveloperRole?: boolean;
  supportsUsageInStreaming?: boolean;
  maxTokensField?: "max_completion_tokens" | "max_tokens";
  supportsToolChoice?: boolean;
  disableReasoningOnForcedToolChoice?: boolean;
  extraBody?: JsonObject;
}

interface ReasoningShape {
  supportsReasoningEffort?: boolean;
  reasoningEffortMap?: Partial<Record<Effort, string>>;
  thinkingFormat?: "openai" | "openrouter" | "zai" | "qwen" | "qwen-chat-template";
  reasoningContentField?: "reasoning_content" | "reasoning" | "reasoning_text";
  requiresReasoningContentForToolCalls?: boolean;
  requiresAssistantContentForToolCalls?: boolean;
}

interface MessageShape {
  requiresToolResultName?: boolean;
  requiresAssistantAfterToolResult?: boolean;
  requiresThinkingAsText?: boolean;
  requiresMistralToolIds?: boolean;
  supportsStrictMode?: boolean;
  toolStrictMode?: "all_strict" | "none";
}

interface GatewayRouting {
  only?: readonly string[];
  order?: readonly string[];
}

interface RoutingShape {
  openRouterRouting?: GatewayRouting;
  vercelGatewayRouting?: GatewayRouting;
}

/** Switches of OpenAI-compatible deployments, as documented for `compat` in models.yml. */
export type OpenAICompat = RequestShape & ReasoningShape & MessageShape & RoutingShape;

/** Switches of Anthropic-compatible deployments. */
export interface AnthropicCompat {
  disableStrictTools?: boolean;
  disableAdaptiveThinking?: boolean;
  supportsEagerToolInputStreaming?: boolean;
  supportsLongCacheRetention?: boolean;
}
