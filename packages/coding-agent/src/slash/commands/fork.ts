// The `/fork` command: goes on in a copy of the session.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "fork",
  isTerminalOnly: true,
  summary: "Go on in a copy of this session",
  async run(_, { sessions, reply }) {
    const { log } = await sessions.open({ kind: "fork" });
    reply(`This is a copy; its id is ${log.header.id}.`);
  },
});
