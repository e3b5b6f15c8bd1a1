// The `/export` command: writes the session as one HTML page.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "export",
  summary: "Write this session as an HTML page",
  usage: "[file]",
  async run(argument, { sessions, reply }) {
    const { path } = (await sessions.send({
      type: "export_html",
      ...(argument !== "" && { outputPath: argument }),
    })) as { path: string };
    reply(`Written to ${path}`);
  },
});
