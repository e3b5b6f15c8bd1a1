// The `/dump` command: the conversation as Markdown, on the clipboard or in a file.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineSlashCommand } from "../slash-command.ts";
import { handOut } from "../hand-out.ts";
import { transcriptText } from "../transcript-text.ts";

export default defineSlashCommand({
  name: "dump",
  summary: "Copy the conversation as Markdown, or write it to a file",
  usage: "[file]",
  async run(argument, port) {
    const { messages, log } = port.sessions.current;
    const text = port.hide(transcriptText(messages));
    if (text === "") return port.reply("No messages to dump yet.");
    if (argument === "") return handOut(text, port);
    const path = resolve(log.header.cwd, argument);
    writeFileSync(path, `${text}\n`, { flag: "wx" });
    port.reply(`Written to ${path}`);
  },
});
