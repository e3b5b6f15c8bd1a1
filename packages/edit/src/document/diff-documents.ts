// Owns the comparison of a document with one that edits made of it. Lines that no edit touched are the
// same objects in both and in the same order, so no search for a longest common part is needed.

import type { LineChange } from "../outcome.ts";
import type { Line } from "./line.ts";
import type { TextDocument } from "./text-document.ts";

/** The runs of lines that differ between `before` and a document derived from it. */
export function diffDocuments(before: TextDocument, after: TextDocument): LineChange[] {
  const old = before.lines;
  const now = after.lines;
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && isEqual(old[head], now[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isEqual(old.at(-1 - tail), now.at(-1 - tail))) tail++;
  return diffMiddle(old, now, head, old.length - tail, now.length - tail);
}

function diffMiddle(
  old: readonly Line[],
  now: readonly Line[],
  head: number,
  oldEnd: number,
  newEnd: number,
): LineChange[] {
  const kept = new Set(old.slice(head, oldEnd));
  const changes: LineChange[] = [];
  let oldAt = head;
  let newAt = head;
  while (oldAt < oldEnd || newAt < newEnd) {
    const newFrom = newAt;
    while (newAt < newEnd && !isKept(kept, now[newAt])) newAt++;
    const oldFrom = oldAt;
    const next = newAt < newEnd ? now[newAt] : undefined;
    while (oldAt < oldEnd && old[oldAt] !== next) oldAt++;
    if (oldAt > oldFrom || newAt > newFrom) {
      changes.push({
        oldStart: oldFrom + 1,
        oldLines: old.slice(oldFrom, oldAt),
        newStart: newFrom + 1,
        newLines: now.slice(newFrom, newAt),
      });
    }
    oldAt++;
    newAt++;
  }
  return changes;
}

function isKept(kept: ReadonlySet<Line>, line: Line | undefined): boolean {
  return line !== undefined && kept.has(line);
}

function isEqual(a: Line | undefined, b: Line | undefined): boolean {
  return a === b || (a?.text === b?.text && a?.ending === b?.ending);
}
