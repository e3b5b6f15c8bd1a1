// The `/hotkeys` command: every key and what it does, with the user's remaps.
import { defineSlashCommand } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "hotkeys",
  isTerminalOnly: true,
  summary: "What the keys do",
  run(_, { openScreen, keys, reply }) {
    if (openScreen("hotkeys")) return;
    const rows = keys().map(({ chords, description, id }) => [
      chords.join(", ") || "(no key)",
      description,
      id,
    ]);
    reply(rows.length === 0 ? "There are no keys here." : textTable(rows).join("\n"));
  },
});
