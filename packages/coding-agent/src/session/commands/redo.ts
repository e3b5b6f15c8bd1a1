// The `redo` command: does again what the last undo took back.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { reversalSchema, runReversal } from "../undo/run-reversal.ts";

export default defineCommand({
  name: "redo",
  isLong: true,
  input: z.object({
    /** Do again what can be, when some files cannot. */
    rest: z.boolean().optional(),
  }),
  output: reversalSchema,
  run: (session, { rest = false }) => runReversal(session, (journal) => journal.redo({ rest })),
});
