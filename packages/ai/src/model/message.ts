// The conversation as every provider and the session log know it. These shapes are a public format:
// they are written to session files and sent over RPC. Nothing here knows a wire format.
import type { Api } from "@oh-my-pi/pi-catalog/model";

export interface TextContent {
  type: "text";
  text: string;
  /** Opaque provider token that must be replayed unchanged. */
  textSignature?: string;
}

export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  /** Opaque provider token that must be replayed unchanged. */
  thinkingSignature?: string;
  /** True when the provider withheld the text and gave only the signature. */
  redacted?: boolean;
}

export interface ImageContent {
  type: "image";
  /** Base64, without a data-URL prefix. */
  data: string;
  mimeType: string;
}

export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** Why the model says it makes the call (`_i`), kept out of `arguments` for tools. */
  intent?: string;
  /** Opaque provider token that must be replayed unchanged. */
  thoughtSignature?: string;
}

export interface UsageCost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
}

/** Tokens of one response; `input` excludes what was read from or written to the cache. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: UsageCost;
  reasoningTokens?: number;
}

/** Who caused a message. */
export type Attribution = "user" | "agent";

export interface UserMessage {
  role: "user";
  content: string | (TextContent | ImageContent)[];
  attribution?: Attribution;
  timestamp: number;
  /** What a provider made of everything up to here; it takes that back, others read the content. */
  providerPayload?: ProviderHistory;
}

/** What a provider itself made of a conversation; opaque to everybody else. */
export interface ProviderHistory {
  readonly provider: string;
  readonly items: readonly object[];
  /** Said after the items, in the place of the content. */
  readonly text: string;
}

export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted";

export interface AssistantMessage {
  role: "assistant";
  content: (TextContent | ThinkingContent | ToolCall)[];
  api: Api;
  provider: string;
  model: string;
  usage: Usage;
  stopReason: StopReason;
  errorMessage?: string;
  /** HTTP status of a failed response, where there was one. */
  errorStatus?: number;
  timestamp: number;
  responseId?: string;
  /** Milliseconds from request to the end of the response. */
  duration?: number;
  /** Milliseconds from request to the first content. */
  ttft?: number;
  /** Opaque replay data of a provider that wants its own items back. */
  providerPayload?: unknown;
}

export interface ToolResultMessage {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: unknown;
  isError: boolean;
  timestamp: number;
}

/** What a model may be sent. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;
