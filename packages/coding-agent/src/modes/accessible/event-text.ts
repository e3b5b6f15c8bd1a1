// What a run says of itself in plain text that is only ever appended to, fit for screen readers and dumb
// terminals. Pure; text of models and tools is made inert here.
import { defaultView, type ToolView, type ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { SessionEvent } from "../../session/session-event.ts";
import { blockLines } from "./block-text.ts";

const MAX_RESULT_LINES = 8;

/** A call as its tool shows it, so far or with its result; undefined where the tool is not known. */
export type ViewCall = (callId: string, result?: ViewedResult) => ToolView | undefined;

/** The text to append for an event; empty for those that need no words. */
export function eventText(event: SessionEvent, view: ViewCall = () => undefined): string {
  switch (event.type) {
    case "message_update":
      return streamedText(event.assistantMessageEvent);
    case "message_end":
      return event.message.role === "assistant" && event.message.errorMessage !== undefined
        ? `\nError: ${sanitizeForeign(event.message.errorMessage)}\n`
        : "";
    case "tool_execution_start":
      return `\n[${event.toolName}] ${sanitizeForeign(aboutCall(event, view))}\n`;
    case "tool_execution_end":
      return resultText(event, view);
    case "auto_retry_start":
      return `Retrying (${event.attempt}/${event.maxAttempts}) in ${Math.ceil(event.delayMs / 1000)}s…\n`;
    case "auto_retry_end":
      return event.success || event.finalError === undefined
        ? ""
        : `Retry failed after ${event.attempt} attempts: ${sanitizeForeign(event.finalError)}\n`;
    case "auto_compaction_start":
      return "\nThe conversation is being condensed…\n";
    case "auto_compaction_end":
      return event.errorMessage === undefined ? "" : `${sanitizeForeign(event.errorMessage)}\n`;
    case "session_note":
      return `${sanitizeForeign(event.text)}\n`;
    default:
      return "";
  }
}

function streamedText(
  event: Extract<SessionEvent, { type: "message_update" }>["assistantMessageEvent"],
): string {
  if (event.type === "text_delta") return sanitizeForeign(event.delta);
  if (event.type === "thinking_start") return "\nThinking: ";
  if (event.type === "thinking_delta") return sanitizeForeign(event.delta);
  return event.type === "text_end" || event.type === "thinking_end" ? "\n" : "";
}

type CallEvent<Type> = Extract<SessionEvent, { type: Type }>;

function aboutCall(
  { toolCallId, args }: CallEvent<"tool_execution_start">,
  view: ViewCall,
): string {
  const [first] = Object.values(args);
  const text =
    view(toolCallId)?.title ?? (typeof first === "string" ? first : JSON.stringify(args));
  return text.split("\n").slice(0, 3).join(", ");
}

function resultText(event: CallEvent<"tool_execution_end">, view: ViewCall): string {
  const { result, isError, toolCallId } = event;
  const viewed = { content: result.content, details: result.details, isError, isPartial: false };
  const { blocks } = view(toolCallId, viewed) ?? defaultView(viewed);
  const lines = blocks.flatMap(blockLines);
  const shown = lines.slice(0, MAX_RESULT_LINES).map((line) => `  ${sanitizeForeign(line)}`);
  const more =
    lines.length > MAX_RESULT_LINES ? [`  … ${lines.length - MAX_RESULT_LINES} more lines`] : [];
  return [...(isError ? ["  (failed)"] : []), ...shown, ...more, ""].join("\n");
}
