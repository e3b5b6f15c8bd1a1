// The `/help` command: lists every command with what it does, or tells all of one.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { defineSlashCommand, type SlashCommand } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

const KEY_LINES = [
  "Enter sends, Shift+Enter breaks the line, Esc stops the model, Ctrl+C twice leaves;",
  "/hotkeys has every key, /help <command> its arguments.",
  "",
];

export default defineSlashCommand({
  name: "help",
  summary: "What can be typed here",
  usage: "[command]",
  async run(argument, port) {
    const commands = await port.commands();
    const wanted = argument.replace(/^\//, "");
    if (wanted !== "") return port.reply(helpOn(wanted, commands));
    const rows = commands.map(({ name, summary }) => [`/${name}`, summary]);
    port.reply([...(port.keys().length > 0 ? KEY_LINES : []), ...textTable(rows)].join("\n"));
  },
});

function helpOn(wanted: string, commands: readonly SlashCommand[]): string {
  const found = commands.find(
    ({ name, aliases = [] }) => name === wanted || aliases.includes(wanted),
  );
  if (found === undefined) {
    const meant = nearest(
      wanted,
      commands.map(({ name }) => name),
    );
    return `There is no command /${wanted}.${meant === undefined ? "" : ` Did you mean /${meant}?`}`;
  }
  const { name, aliases = [], usage, summary } = found;
  return [
    [`/${name}`, ...(usage === undefined ? [] : [usage])].join(" "),
    summary,
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((alias) => `/${alias}`).join(", ")}`]),
  ].join("\n");
}
