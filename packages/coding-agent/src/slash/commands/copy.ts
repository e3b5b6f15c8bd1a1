// The `/copy` command: puts what was said on the clipboard.
import { defineSlashCommand, proposeWords } from "../slash-command.ts";
import { handOut } from "../hand-out.ts";
import { codeBlocks, spokenText, transcriptText } from "../transcript-text.ts";
import type { ContextMessage } from "../../session/state/context-messages.ts";

const WHAT = {
  last: "the last answer",
  code: "the last block of code",
  all: "the whole conversation",
  cmd: "the last command that was run",
} as const;

export default defineSlashCommand({
  name: "copy",
  summary: "Copy the last answer, code, command, or everything",
  usage: "[last|code|all|cmd]",
  propose: proposeWords(WHAT),
  async run(argument, port) {
    const what = argument === "" ? "last" : argument;
    if (!Object.hasOwn(WHAT, what))
      return port.reply(`"${what}" cannot be copied. Say one of ${Object.keys(WHAT).join(", ")}.`);
    await handOut(PARTS[what as keyof typeof WHAT](port.sessions.current.messages), port);
  },
});

const PARTS: Readonly<Record<keyof typeof WHAT, (messages: readonly ContextMessage[]) => string>> =
  {
    last: (messages) => answers(messages).at(-1) ?? "",
    code: (messages) => answers(messages).flatMap(codeBlocks).at(-1) ?? "",
    all: transcriptText,
    cmd: (messages) => messages.flatMap(commandsOf).at(-1) ?? "",
  };

function answers(messages: readonly ContextMessage[]): string[] {
  return messages
    .filter((message) => message.role === "assistant")
    .map(spokenText)
    .filter((text) => text.trim() !== "");
}

function commandsOf(message: ContextMessage): string[] {
  if (message.role === "bashExecution") return [message.command];
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => {
    const command = block.type === "toolCall" ? block.arguments["command"] : undefined;
    return typeof command === "string" ? [command] : [];
  });
}
