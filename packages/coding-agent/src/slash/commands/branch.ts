// The `/branch` command: goes on from before one of your messages, in a session of its own.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "branch",
  isTerminalOnly: true,
  summary: "Go on from before an earlier message, in a new session",
  usage: "[number of the message]",
  async run(argument, port) {
    const { sessions, reply, openScreen, dialogs } = port;
    const { messages } = (await sessions.send({ type: "get_branch_messages" })) as {
      messages: readonly { entryId: string; text: string }[];
    };
    if (messages.length === 0) return reply("There is no message of yours yet.");
    if (argument === "") {
      if (openScreen("branch")) return;
      const lines = messages.map(({ text }, at) => `${at + 1}. ${text.split("\n")[0]}`);
      return reply(["From before which message? /branch <number>", ...lines].join("\n"));
    }
    const chosen = messages[Number(argument) - 1];
    if (chosen === undefined)
      return reply(`There is no message "${argument}"; there are ${messages.length}.`);
    await sessions.send({ type: "branch", entryId: chosen.entryId });
    dialogs?.setEditorText(chosen.text);
    port.redraw();
    reply("A new branch; everything before that message is as it was.");
  },
});
