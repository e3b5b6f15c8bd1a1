// How many tokens a conversation takes: what the provider counted where it did, bytes divided by four
// elsewhere. Never exact, always cheap.
import type { AssistantMessage, Message, Usage } from "@oh-my-pi/pi-ai/message";
import type { AgentMessage } from "../loop/message.ts";

const BYTES_PER_TOKEN = 4;
/** About what providers charge for a picture of middling size. */
const IMAGE_TOKENS = 1200;

/** Tokens of a text. */
export function estimateText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Tokens of one message, of whatever role; none for one that is not sent. */
export function estimateMessage(message: AgentMessage): number {
  if ("excludeFromContext" in message && message.excludeFromContext) return 0;
  switch (message.role) {
    case "user":
    case "assistant":
    case "toolResult":
      return estimateContent(message.content);
    default:
      return estimateText(JSON.stringify(message));
  }
}

/** Tokens of several messages. */
export function estimateMessages(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

/** Everything a response counted: what was sent and what came back. */
export function usageTokens(usage: Usage): number {
  const { input, output, cacheRead, cacheWrite, totalTokens } = usage;
  return totalTokens > 0 ? totalTokens : input + output + cacheRead + cacheWrite;
}

export interface ContextTokens {
  readonly tokens: number;
  /** The part that a provider counted. */
  readonly measured: number;
  /** Index of the response it counted with, or -1. */
  readonly measuredAt: number;
}

/** Tokens of the whole context: the last trustworthy count, and an estimate of what came after. */
export function contextTokens(messages: readonly AgentMessage[]): ContextTokens {
  const measuredAt = messages.findLastIndex(isMeasured);
  const counted = messages[measuredAt];
  const measured = counted?.role === "assistant" ? usageTokens(counted.usage) : 0;
  const after = estimateMessages(messages.slice(measuredAt + 1));
  return { tokens: measured + after, measured, measuredAt };
}

function isMeasured(message: AgentMessage): boolean {
  if (message.role !== "assistant") return false;
  const { stopReason, usage } = message satisfies AssistantMessage;
  return stopReason !== "error" && stopReason !== "aborted" && usageTokens(usage) > 0;
}

function estimateContent(content: Message["content"]): number {
  if (typeof content === "string") return estimateText(content);
  let tokens = 0;
  for (const block of content) {
    if (block.type === "image") tokens += IMAGE_TOKENS;
    else if (block.type === "text") tokens += estimateText(block.text);
    else if (block.type === "thinking") tokens += estimateText(block.thinking);
    else tokens += estimateText(block.name + JSON.stringify(block.arguments));
  }
  return tokens;
}
