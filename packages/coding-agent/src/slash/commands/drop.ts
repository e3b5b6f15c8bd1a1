// The `/drop` command: deletes this session and starts a new one.
import { defineSlashCommand } from "../slash-command.ts";
import { dropSession } from "../drop-session.ts";

export default defineSlashCommand({
  name: "drop",
  isTerminalOnly: true,
  summary: "Delete this session and start a new one",
  async run(_, port) {
    await dropSession(port);
    port.reply("The session was deleted. This is a new one.");
  },
});
