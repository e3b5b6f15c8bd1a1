// A conversation as plain text for a model that is to sum it up. What is quoted cannot end the quotation.
import type { Message } from "@oh-my-pi/pi-ai/message";
import { neutralizeTags } from "./reserved-tags.ts";

const MAX_RESULT_CHARACTERS = 2000;

/** One paragraph per message; long tool output is cut in the middle. */
export function serializeConversation(messages: readonly Message[]): string {
  return messages.flatMap(paragraphs).map(neutralizeTags).join("\n\n");
}

/** The newest part of a serialized conversation that fits; says how much is missing. */
export function fitConversation(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const from = text.indexOf("\n\n", text.length - maxCharacters);
  const kept = text.slice(from === -1 ? text.length - maxCharacters : from + 2).toWellFormed();
  return `[The first ${text.length - kept.length} characters are left out.]\n\n${kept}`;
}

function paragraphs(message: Message): string[] {
  if (message.role === "toolResult") {
    const mark = message.isError ? "failed" : "result";
    return [`[Tool ${mark}: ${message.toolName}] ${shorten(plainText(message.content))}`];
  }
  if (message.role === "user") return [`[User] ${plainText(message.content)}`];
  const lines: string[] = [];
  for (const block of message.content) {
    if (block.type === "text") lines.push(`[Assistant] ${block.text}`);
    else if (block.type === "thinking") lines.push(`[Assistant thinking] ${block.thinking}`);
    else lines.push(`[Tool call: ${block.name}] ${shorten(JSON.stringify(block.arguments))}`);
  }
  if (message.errorMessage !== undefined) lines.push(`[Failed] ${message.errorMessage}`);
  return lines;
}

function plainText(content: Exclude<Message, { role: "assistant" }>["content"]): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
}

function shorten(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  const half = MAX_RESULT_CHARACTERS / 2;
  const missing = text.length - MAX_RESULT_CHARACTERS;
  return `${text.slice(0, half)}\n[… ${missing} characters …]\n${text.slice(-half)}`.toWellFormed();
}
