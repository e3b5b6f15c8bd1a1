// What a run says of itself in plain text that is only ever appended to, fit for screen readers and dumb
// terminals. Pure; text of models and tools is made inert here.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { SessionEvent } from "../../session/session-event.ts";

const MAX_RESULT_LINES = 8;

/** The text to append for an event; empty for those that need no words. */
export function eventText(event: SessionEvent): string {
  switch (event.type) {
    case "message_update":
      return streamedText(event.assistantMessageEvent);
    case "message_end":
      return event.message.role === "assistant" && event.message.errorMessage !== undefined
        ? `\nError: ${sanitizeForeign(event.message.errorMessage)}\n`
        : "";
    case "tool_execution_start":
      return `\n[${event.toolName}] ${sanitizeForeign(describeArguments(event.args))}\n`;
    case "tool_execution_end":
      return resultText(event.result.content, event.isError);
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

function describeArguments(args: Readonly<Record<string, unknown>>): string {
  const [first] = Object.values(args);
  const text = typeof first === "string" ? first : JSON.stringify(args);
  return text.split("\n").slice(0, 3).join(" ⏎ ");
}

function resultText(content: readonly { type: string; text?: string }[], isError: boolean): string {
  const lines = content.flatMap((block) => (block.text ?? `(${block.type})`).split("\n"));
  const shown = lines.slice(0, MAX_RESULT_LINES).map((line) => `  ${sanitizeForeign(line)}`);
  const more =
    lines.length > MAX_RESULT_LINES ? [`  … ${lines.length - MAX_RESULT_LINES} more lines`] : [];
  return `${[...(isError ? ["  (failed)"] : []), ...shown, ...more].join("\n")}\n`;
}
