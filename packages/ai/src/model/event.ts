// The unified stream: what every wire format becomes. Each block has a start, deltas and an end; one
// terminal event (`done` or `error`) closes the stream.
import type { AssistantMessage, ToolCall } from "./message.ts";
import type { ProviderErrorFacts } from "./provider-error.ts";

interface BlockEvent {
  contentIndex: number;
  /** The message so far: one live object that grows, not a copy. */
  partial: AssistantMessage;
}

export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | (BlockEvent & { type: "text_start" | "thinking_start" | "toolcall_start" })
  | (BlockEvent & { type: "text_delta" | "thinking_delta" | "toolcall_delta"; delta: string })
  | (BlockEvent & { type: "text_end" | "thinking_end"; content: string })
  | (BlockEvent & { type: "toolcall_end"; toolCall: ToolCall })
  | { type: "done"; reason: "stop" | "length" | "toolUse"; message: AssistantMessage }
  | {
      type: "error";
      reason: "error" | "aborted";
      error: AssistantMessage;
      facts: ProviderErrorFacts;
    };

/** A response on its way: iterate it once for events, or wait for the finished message. */
export interface AssistantStream extends AsyncIterable<AssistantMessageEvent> {
  /** The finished message, failed or not; never rejects. */
  result(): Promise<AssistantMessage>;
}

/** True for the one event that closes a stream. */
export function isTerminal(
  event: AssistantMessageEvent,
): event is Extract<AssistantMessageEvent, { type: "done" | "error" }> {
  return event.type === "done" || event.type === "error";
}
