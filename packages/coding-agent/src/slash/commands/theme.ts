// The `/theme` command: tries and chooses the colours of the terminal.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "theme",
  isTerminalOnly: true,
  summary: "Choose the colours of the terminal",
  usage: "[name]",
  run(argument, { openScreen, reply }) {
    if (!openScreen("theme", argument)) reply("There is no terminal here that could have a theme.");
  },
});
