// The `/handoff` command: has the model write down what a successor must know, and begins anew with that.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "handoff",
  isTerminalOnly: true,
  summary: "Begin a new session with what the model writes down of this one",
  usage: "[what it is to dwell on]",
  async run(argument, { sessions, reply }) {
    reply("Writing the handoff …");
    const { cancelled } = (await sessions.send({
      type: "handoff",
      ...(argument !== "" && { customInstructions: argument }),
    })) as { cancelled: boolean };
    reply(
      cancelled ? "The handoff was cancelled." : "This is a new session with the handoff in it.",
    );
  },
});
