// The `/retry` command: says the last message again when its answer failed or was stopped.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "retry",
  summary: "Try the last message again after a failure",
  async run(_, { sessions, reply, redraw }) {
    const { current } = sessions;
    if (current.isRunning) return reply("The model is still answering.");
    const last = current.messages.at(-1);
    const isFailed =
      last?.role === "user" ||
      (last?.role === "assistant" &&
        (last.stopReason === "error" || last.stopReason === "aborted"));
    const { messages } = (await sessions.send({ type: "get_branch_messages" })) as {
      messages: readonly { entryId: string; text: string }[];
    };
    const prompt = messages.at(-1);
    if (!isFailed || prompt === undefined)
      return reply("Nothing failed; there is nothing to retry.");
    await current.goTo(prompt.entryId, { isSummed: false });
    redraw();
    return prompt.text;
  },
});
