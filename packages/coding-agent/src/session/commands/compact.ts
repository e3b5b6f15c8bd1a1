// The `compact` command: sums up the conversation now.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";
import { compactionResultSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "compact",
  isLong: true,
  input: z.object({ customInstructions: z.string().optional() }),
  output: compactionResultSchema,
  async run({ runner, compaction }, { customInstructions }) {
    await runner.abort();
    const outcome = await runner.exclusively((port) =>
      compaction.compact(port, customInstructions),
    );
    if (!outcome.ok) throw new CommandError(outcome.message);
    return { ...outcome.result };
  },
});
