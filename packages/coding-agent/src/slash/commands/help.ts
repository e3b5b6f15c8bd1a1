// The `/help` command: lists every command with what it does.
import { defineSlashCommand } from "../slash-command.ts";

const KEY_LINES = [
  "Enter sends, Shift+Enter breaks the line, Esc stops the model, Ctrl+C twice or Ctrl+D leaves; /hotkeys has them all.",
  "",
];

export default defineSlashCommand({
  name: "help",
  summary: "What can be typed here",
  async run(_, port) {
    const commands = await port.commands();
    const heads = commands.map(({ name, usage }) => `/${name}${usage ? ` ${usage}` : ""}`);
    const width = Math.max(...heads.map(({ length }) => length));
    port.reply(
      [
        ...(port.keys().length > 0 ? KEY_LINES : []),
        ...commands.map(({ summary }, at) => `${heads[at]?.padEnd(width)}  ${summary}`),
      ].join("\n"),
    );
  },
});
