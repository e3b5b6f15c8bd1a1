// A conversation as plain text and Markdown, for the clipboard and for files. Pure.
import type { ContextMessage } from "../session/state/context-messages.ts";

/** The whole conversation as Markdown. */
export function transcriptText(messages: readonly ContextMessage[]): string {
  return messages.map(section).filter(Boolean).join("\n\n");
}

/** What a message says, without thoughts and calls. */
export function spokenText(message: ContextMessage): string {
  if ("summary" in message) return message.summary;
  if (message.role === "bashExecution") return `$ ${message.command}\n${message.output}`;
  const { content } = message;
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** The fenced blocks of a Markdown text, oldest first. */
export function codeBlocks(text: string): string[] {
  return [...text.matchAll(/^(```+|~~~+)[^\n]*\n([\s\S]*?)^\1\s*$/gm)].map(([, , code = ""]) =>
    code.replace(/\n$/, ""),
  );
}

function section(message: ContextMessage): string {
  const text = spokenText(message);
  if (message.role !== "assistant")
    return text === "" ? "" : `## ${TITLES[message.role]}\n\n${text}`;
  const calls = message.content.flatMap((block) =>
    block.type === "toolCall" ? [`[${block.name}] ${JSON.stringify(block.arguments)}`] : [],
  );
  return `## ${TITLES.assistant}\n\n${[text, ...calls].filter(Boolean).join("\n\n")}`;
}

const TITLES: Readonly<Record<ContextMessage["role"], string>> = {
  user: "User",
  assistant: "Assistant",
  toolResult: "Tool result",
  custom: "Note",
  bashExecution: "Shell",
  branchSummary: "Summary of a branch",
  compactionSummary: "Summary",
};
