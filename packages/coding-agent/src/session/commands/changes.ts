// The `changes` command: what the last turns did to files.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { answering, journalOf } from "../undo/run-reversal.ts";

const fileSchema = z.object({
  path: z.string(),
  change: z.enum(["added", "modified", "deleted", "mode", "type"]),
  added: z.number(),
  removed: z.number(),
  isBinary: z.boolean(),
  agents: z.array(z.string()),
  problem: z.string().optional(),
});

const turnSchema = z.object({
  id: z.number(),
  label: z.string(),
  startedAt: z.string(),
  steps: z.array(z.object({ label: z.string(), agentId: z.string().optional() })),
  files: z.array(fileSchema),
});

const changesSchema = z.object({
  turns: z.array(turnSchema),
  leftOut: z.array(z.string()),
  isFull: z.boolean(),
  isWatched: z.boolean(),
  notes: z.array(z.string()),
});

export default defineCommand({
  name: "changes",
  isLong: true,
  input: z.object({
    /** How many turns. */
    turns: z.number().int().min(1).optional(),
    /** Only what this subagent did. */
    agent: z.string().min(1).optional(),
  }),
  output: changesSchema,
  async run({ around }, { turns = 1, agent }) {
    const report = await answering(() => journalOf(around).changes(turns, agent));
    return structuredClone(report) as z.infer<typeof changesSchema>;
  },
});
