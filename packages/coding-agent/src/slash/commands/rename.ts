// The `/rename` command: names the session.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "rename",
  summary: "Name this session",
  usage: "<name>",
  async run(argument, { sessions, reply }) {
    await sessions.send({ type: "set_session_name", name: argument });
    reply(`This session is now called ${argument}.`);
  },
});
