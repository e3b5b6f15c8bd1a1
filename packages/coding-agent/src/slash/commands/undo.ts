// The `/undo` command: takes back what the last turns did to files.
import { defineSlashCommand } from "../slash-command.ts";
import { reversalText, type ReversalAnswer } from "../reversal-text.ts";

const ARGUMENT = /^(\d+)?\s*(?:--agent[ =](\S+))?\s*(--rest)?$/;

export default defineSlashCommand({
  name: "undo",
  summary: "Take back what the last turns did to files",
  usage: "[turns] [--agent <id>] [--rest]",
  async run(argument, { sessions, reply }) {
    const [isKnown, turns, agent, rest] = ARGUMENT.exec(argument) ?? [];
    if (isKnown === undefined || Number(turns ?? 1) < 1) {
      reply("Usage: /undo [turns] [--agent <id>] [--rest], for example /undo 2.");
      return;
    }
    const answer = await sessions.send({
      type: "undo",
      ...(turns !== undefined && { turns: Number(turns) }),
      ...(agent !== undefined && { agent }),
      ...(rest !== undefined && { rest: true }),
    });
    reply(reversalText("undo", answer as ReversalAnswer));
  },
});
