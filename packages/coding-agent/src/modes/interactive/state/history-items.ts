// Messages of a session that goes on, as items of a transcript. A long past is cut: its end is what people need.
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { ContextMessage } from "../../../session/state/context-messages.ts";
import type { NewItem } from "./item.ts";
import { pastCommand } from "./own-command.ts";

/** How many messages of the past are shown. */
const SHOWN_MESSAGES = 200;

/** Items for the end of a conversation, oldest first. */
export function historyItems(messages: readonly ContextMessage[]): NewItem[] {
  const shown = messages.slice(-SHOWN_MESSAGES);
  const results = new Map<string, ToolResultMessage>();
  for (const message of shown)
    if (message.role === "toolResult") results.set(message.toolCallId, message);
  const hidden = messages.length - shown.length;
  const note: NewItem[] =
    hidden === 0
      ? []
      : [{ kind: "notice", tone: "info", text: `… ${hidden} earlier messages; /tree shows all.` }];
  return [...note, ...shown.flatMap((message) => itemsOf(message, results))];
}

function itemsOf(
  message: ContextMessage,
  results: ReadonlyMap<string, ToolResultMessage>,
): NewItem[] {
  switch (message.role) {
    case "user":
      return [userItem(message.content)];
    case "assistant":
      return message.content.flatMap((block): NewItem[] => {
        if (block.type === "text") return [streamed("answer", block.text)];
        if (block.type === "thinking") return [streamed("thinking", block.thinking)];
        if (block.type !== "toolCall") return [];
        return [toolItem(block, results.get(block.id))];
      });
    case "bashExecution":
      return [pastCommand(message)];
    case "compactionSummary":
      return [{ kind: "summary", title: "Summary of what came before", text: message.summary }];
    case "branchSummary":
      return [{ kind: "summary", title: "Summary of a branch", text: message.summary }];
    default:
      return [];
  }
}

function userItem(content: string | readonly { type: string; text?: string }[]): NewItem {
  if (typeof content === "string") return { kind: "user", text: content, imageCount: 0 };
  const text = content.map((block) => block.text ?? "").join("\n");
  return { kind: "user", text, imageCount: content.filter(({ type }) => type === "image").length };
}

function streamed(kind: "answer" | "thinking", text: string): NewItem {
  return { kind, text, tail: "", isDone: true };
}

function toolItem(
  call: { id: string; name: string; arguments: Readonly<Record<string, unknown>> },
  result: ToolResultMessage | undefined,
): NewItem {
  return {
    kind: "tool",
    callId: call.id,
    name: call.name,
    args: call.arguments,
    status: result === undefined || result.isError ? "failed" : "done",
    result: result && {
      content: result.content,
      details: result.details,
      isError: result.isError,
      isPartial: false,
    },
  };
}
