// A summary without a model: what the user said and which tools ran, in order and in short. It is poor but
// true, and always there.
import { type AgentMessage, toolCallsOf } from "../loop/message.ts";

const MAX_QUOTE = 500;
const MAX_QUOTES = 20;

/** The user's words and a count of what was done about them. */
export function describeMechanically(messages: readonly AgentMessage[]): string {
  const quotes = messages.flatMap(quoteUser);
  const calls = new Map<string, number>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { name } of toolCallsOf(message)) calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  const shown =
    quotes.length <= MAX_QUOTES ? quotes : [quotes[0]!, ...quotes.slice(1 - MAX_QUOTES)];
  const parts = ["The earlier conversation could not be summed up. This is an extract of it."];
  if (shown.length > 0)
    parts.push(`The user said:\n${shown.map((text) => `- ${text}`).join("\n")}`);
  if (calls.size > 0) {
    const counts = Array.from(calls, ([name, count]) => `${name} (${count})`);
    parts.push(`Tools that were called: ${counts.join(", ")}.`);
  }
  return parts.join("\n\n");
}

function quoteUser(message: AgentMessage): string[] {
  if (message.role !== "user") return [];
  const { content } = message;
  const text =
    typeof content === "string"
      ? content
      : content.map((block) => (block.type === "text" ? block.text : "[image]")).join(" ");
  const line = text.replace(/\s+/g, " ").trim();
  if (line === "") return [];
  return [line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE).toWellFormed()}…`];
}
