// The `undo` command: takes back what the last turns did to files.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { reversalSchema, runReversal } from "../undo/run-reversal.ts";

export default defineCommand({
  name: "undo",
  isLong: true,
  input: z.object({
    /** How many turns. */
    turns: z.number().int().min(1).optional(),
    /** Take back what can be, when some files cannot. */
    rest: z.boolean().optional(),
    /** Only what this subagent did. */
    agent: z.string().min(1).optional(),
  }),
  output: reversalSchema,
  run: (session, { turns = 1, rest = false, agent }) =>
    runReversal(session, (journal) => journal.undo(turns, { rest, agentId: agent })),
});
