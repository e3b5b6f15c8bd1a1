// The `/btw` command: asks something of which the conversation learns nothing.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "btw",
  summary: "Ask something beside the conversation",
  usage: "<question>",
  async run(argument, { sessions: { current }, reply }) {
    if (argument === "") return reply("What do you want to know? /btw <question>");
    reply(await current.askAside(argument, new AbortController().signal));
  },
});
