// The `/new` command: starts a new session.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "new",
  summary: "Start a new session",
  isTerminalOnly: true,
  async run(_, { sessions, reply }) {
    await sessions.open({ kind: "new" });
    reply("A new session.");
  },
});
