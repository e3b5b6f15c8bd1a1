// What `undo` and `redo` have in common: when they may run, how they answer, what they leave in the log.
import { z } from "zod";
import type { UndoJournal } from "../../services/undo/undo-journal.ts";
import { type ReversalReport, UndoError } from "../../services/undo/undo-report.ts";
import { CommandError } from "../command.ts";
import type { SessionInside } from "../session-inside.ts";
import { reversalEntry } from "./reversal-entry.ts";

/** The answer of both commands. */
export const reversalSchema = z.object({
  /** False when files were refused; then nothing was touched. */
  isDone: z.boolean(),
  turns: z.number(),
  files: z.array(
    z.object({ path: z.string(), now: z.enum(["absent", "file", "link", "directory", "opaque"]) }),
  ),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  kept: z.array(z.string()),
  notes: z.array(z.string()),
});

/** Runs one of them while nothing else goes on in the session. */
export async function runReversal(
  inside: SessionInside,
  work: (journal: UndoJournal) => Promise<ReversalReport>,
): Promise<z.infer<typeof reversalSchema>> {
  const { around, runner, conversation } = inside;
  if (runner.isRunning)
    throw new CommandError("The agent is still at work; wait until it has ended, or abort it.");
  const report = await answering(() => work(journalOf(around)));
  if (report.isDone && report.files.length > 0) conversation.append(reversalEntry(report));
  const { isDone, turns, refused, kept, notes, files } = report;
  return {
    isDone,
    turns,
    files: files.map(({ path, after }) => ({ path, now: after.kind })),
    refused: refused.map(({ path, reason }) => ({ path, reason })),
    kept: [...kept],
    notes: [...notes],
  };
}

export function journalOf({ undo }: SessionInside["around"]): UndoJournal {
  if (undo === undefined)
    throw new CommandError("Undo is off; switch it on with the setting undo.enabled.");
  return undo;
}

/** What the journal says to people becomes the answer of the command. */
export async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UndoError ? new CommandError(error.message) : error;
  }
}
