/** Sorts out, after a resize, which lines of the transcript are safe above the screen and which must be written again. */
import { dropInk, inkOf } from "./ink.ts";
import type { ModelRow } from "./row-model.ts";

/** Lines that were to be written. */
export interface OwedLines {
  /** Lines that were committed, but perhaps not as meant. */
  readonly committed: readonly string[];
  /** Live lines of the transcript; what is safe of them is taken off, and the line may become empty. */
  readonly transcript: readonly string[];
}

/** What became of the lines. */
export interface Salvage extends OwedLines {
  /** Rows, from the first one on, that stay as they are. */
  readonly keptRows: number;
  /** The ink of each live transcript line that turned out to be safe; empty for most. */
  readonly pushedOut: readonly string[];
}

/**
 * Compares the rows that left the screen with what was to be written. A line that left only in part stays whole: what
 * is left of it on the screen is kept as well.
 */
export function salvage(rows: readonly ModelRow[], pushedRows: number, owed: OwedLines): Salvage {
  const wanted = [...owed.committed, ...owed.transcript].map(inkOf).join("");
  let safe = 0;
  let keptRows = 0;
  for (const [index, row] of rows.entries()) {
    const isPushed = index < pushedRows;
    const isRestOfLine = index > 0 && row.line === rows[index - 1]?.line;
    if (!isPushed && !isRestOfLine) break;
    const ink = inkOf(row.text);
    const isWanted = ink !== "" && wanted.startsWith(ink, safe);
    if (!isPushed && !isWanted) break;
    if (isWanted) safe += ink.length;
    keptRows = index + 1;
  }
  const committed = dropSafe(owed.committed, safe);
  const transcript = dropSafe(owed.transcript, committed.left);
  return {
    keptRows,
    committed: committed.rest.filter((_, index) => !committed.isGone[index]),
    transcript: transcript.rest,
    pushedOut: transcript.taken,
  };
}

/** Takes the first `count` ink characters off lines; a line that lost everything is gone, and empty. */
function dropSafe(lines: readonly string[], count: number) {
  let left = count;
  const rest: string[] = [];
  const taken: string[] = [];
  const isGone: boolean[] = [];
  for (const line of lines) {
    const ink = inkOf(line);
    const cut = Math.min(left, ink.length);
    isGone.push(left > 0 && cut === ink.length);
    taken.push(ink.slice(0, cut));
    rest.push(cut === 0 ? line : cut === ink.length ? "" : dropInk(line, cut));
    left -= cut;
  }
  return { rest, taken, isGone, left };
}
