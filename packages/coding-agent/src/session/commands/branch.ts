// The `branch` command: goes on from before a user message and gives its text. A session with a file branches into
// a file of its own; one in memory goes back.
import { z } from "zod";
import { CommandError, defineCommand, isCancelled } from "../command.ts";
import { branchBefore, branchPoints } from "../branch.ts";

export default defineCommand({
  name: "branch",
  input: z.object({ entryId: z.string() }),
  output: z.object({ text: z.string(), cancelled: z.boolean() }),
  async run(session, { entryId }, face) {
    const { log } = session.conversation;
    const point = branchPoints(log).find((known) => known.entryId === entryId);
    if (point !== undefined && log.file !== undefined && face.open !== undefined) {
      const cancelled = await isCancelled(face.open({ kind: "branch", entryId }));
      return { text: cancelled ? "" : point.text, cancelled };
    }
    await session.runner.abort();
    const text = await branchBefore(session, entryId);
    if (text === undefined) throw new CommandError(`There is no user message ${entryId}.`);
    return { text, cancelled: false };
  },
});
