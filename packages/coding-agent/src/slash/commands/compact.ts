// The `/compact` command: sums up the conversation so far.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "compact",
  summary: "Sum up the conversation to make room",
  usage: "[what to keep in mind]",
  async run(argument, { sessions, reply }) {
    await sessions.send({
      type: "compact",
      ...(argument !== "" && { customInstructions: argument }),
    });
    reply("The conversation was summed up; /tree still has all of it.");
  },
});
