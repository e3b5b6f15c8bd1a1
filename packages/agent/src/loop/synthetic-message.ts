// Messages that the engine itself writes so that a conversation stays complete: failed and aborted
// responses, and results for calls that were never made.
import type { AssistantMessage, ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { ToolOutcome } from "../tool/outcome.ts";
import type { Model } from "./config.ts";

export const REQUEST_ABORTED_TEXT = "Request was aborted";

/** A response that ended in nothing but a reason. */
export function failedResponse(
  model: Model,
  timestamp: number,
  failure: { readonly stopReason: "error" | "aborted"; readonly errorMessage: string },
): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    timestamp,
    ...failure,
  };
}

/** What had come of a response when it was cut off; a copy, since its writer may go on. */
export function cutResponse(
  partial: AssistantMessage,
  failure: { readonly stopReason: "error" | "aborted"; readonly errorMessage: string },
): AssistantMessage {
  const content = partial.content.map((block) =>
    block.type === "toolCall"
      ? { ...block, arguments: structuredClone(block.arguments) }
      : { ...block },
  );
  return { ...partial, content, usage: structuredClone(partial.usage), ...failure };
}

/** The message that answers a call. */
export function toResultMessage(
  call: ToolCall,
  { result, isError }: ToolOutcome,
  timestamp: number,
): ToolResultMessage {
  const { content, details } = result;
  const { id: toolCallId, name: toolName } = call;
  return { role: "toolResult", toolCallId, toolName, content, details, isError, timestamp };
}
