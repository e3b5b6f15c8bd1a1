// Owns what is remembered of a file's earlier text, whole or in part, for the recovery of stale edits.

import type { TextDocument } from "../document/text-document.ts";

/** An earlier text of a file; lines count from 1 and are undefined where they were never seen. */
export interface Snapshot {
  /** Number of lines when the whole text is known. */
  readonly lineCount: number | undefined;
  textAt(line: number): string | undefined;
}

/** A snapshot of a whole document. */
export function snapshotDocument(document: TextDocument): Snapshot {
  const { lines } = document;
  return { lineCount: lines.length, textAt: (line) => lines[line - 1]?.text };
}

/** A snapshot of the lines that are in `lines`, keyed by line number. */
export function snapshotLines(lines: ReadonlyMap<number, string>): Snapshot {
  return { lineCount: undefined, textAt: (line) => lines.get(line) };
}
