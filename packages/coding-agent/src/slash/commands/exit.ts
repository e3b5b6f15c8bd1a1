// The `/exit` command: leaves omp.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "exit",
  aliases: ["quit"],
  summary: "Leave omp",
  isTerminalOnly: true,
  run: (_, port) => port.leave(),
});
