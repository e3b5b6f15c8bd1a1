// The `/background` command: the terminal is given back, and omp ends when the run does.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "background",
  aliases: ["bg"],
  summary: "Give the terminal back; omp finishes the run and ends",
  isTerminalOnly: true,
  run(_, { sessions, background, reply }) {
    if (background === undefined) return reply("There is no terminal here to give back.");
    if (!sessions.current.isRunning) return reply("Nothing is running; /exit leaves.");
    background();
  },
});
