// The `/force` command: the model must call a tool next.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "force",
  hasColonForm: true,
  summary: "Make the model call a tool next",
  usage: "<tool> [message]",
  run(argument, { sessions: { current }, reply }) {
    const [, tool = "", message = ""] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? [];
    if (tool === "") return reply("Which tool? /force <tool>; /tools lists them.");
    if (!current.forceTool(tool)) return reply(`There is no tool ${tool} here; /tools lists them.`);
    if (message !== "") return message;
    reply(`The model will call ${tool} with its next answer.`);
  },
});
