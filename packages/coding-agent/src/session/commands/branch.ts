// The `branch` command: goes back to before a user message and gives its text.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { branchBefore } from "../branch.ts";

export default defineCommand({
  name: "branch",
  input: z.object({ entryId: z.string() }),
  output: z.object({ text: z.string(), cancelled: z.boolean() }),
  async run(session, { entryId }) {
    await session.runner.abort();
    const text = await branchBefore(session, entryId);
    if (text === undefined) throw new CommandError(`There is no user message ${entryId}.`);
    return { text, cancelled: false };
  },
});
