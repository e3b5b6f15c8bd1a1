// The `/redo` command: does again what the last undo took back.
import { defineSlashCommand } from "../slash-command.ts";
import { reversalText, type ReversalAnswer } from "../reversal-text.ts";

export default defineSlashCommand({
  name: "redo",
  summary: "Do again what /undo took back",
  usage: "[--rest]",
  async run(argument, { sessions, reply }) {
    if (argument !== "" && argument !== "--rest") {
      reply("Usage: /redo [--rest].");
      return;
    }
    const answer = await sessions.send({ type: "redo", rest: argument === "--rest" });
    reply(reversalText("redo", answer as ReversalAnswer));
  },
});
