// The conversation as the engine keeps it: what models may be sent, and whatever else an application
// wants to keep in order beside it.
import type { AssistantMessage, Message, ToolCall } from "@oh-my-pi/pi-ai/message";

/**
 * Message kinds of the application, added by declaration merging. Each must have a `role` that no
 * provider message has, and a `timestamp`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by applications
export interface CustomAgentMessages {}

/** Everything that may stand in a conversation. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- until an application adds some
export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages];

/**
 * Turns messages into what a model is sent; the only place where custom roles disappear. It is called
 * with consecutive runs of messages and the results are joined, so each message must be converted on
 * its own: `convert([...a, ...b])` equals `[...convert(a), ...convert(b)]`.
 */
export type ConvertToLlm = (messages: readonly AgentMessage[]) => readonly Message[];

/** Sends what providers know and drops the rest, as well as responses that ended before any content. */
export const convertToLlm: ConvertToLlm = (messages) => messages.filter(isSendable);

/** The tool calls of a response, in order. */
export function toolCallsOf(message: AssistantMessage): ToolCall[] {
  return message.content.filter((block) => block.type === "toolCall");
}

/** Calls of the last response that have no result, as after a crash. */
export function unansweredCalls(messages: readonly AgentMessage[]): ToolCall[] {
  const answered = new Set<string>();
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    if (message.role === "toolResult") answered.add(message.toolCallId);
    if (message.role === "assistant") {
      return toolCallsOf(message).filter((call) => !answered.has(call.id));
    }
    if (message.role === "user") return [];
  }
  return [];
}

function isSendable(message: AgentMessage): message is Message {
  if (message.role === "assistant") return message.content.length > 0;
  return message.role === "user" || message.role === "toolResult";
}
