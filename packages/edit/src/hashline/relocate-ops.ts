// Owns the proof that operations written for an earlier text have one place in the current one: the
// lines they touch, with their surroundings, must be there exactly once, and in the same order.

import type { TextDocument } from "../document/text-document.ts";
import type { HashlineOp } from "./hashline-op.ts";
import { findTargetClash } from "./op-targets.ts";
import type { Snapshot } from "./snapshot.ts";

/** Lines around an operation that must be unchanged. */
const CONTEXT_LINES = 3;
/** More surroundings are taken while the earlier text holds the same lines twice, up to this many. */
const MAX_CONTEXT_LINES = 48;

interface Block {
  /** First line of the block in the earlier text. */
  readonly first: number;
  readonly texts: readonly string[];
}

/** The operations with the line numbers of `current`; undefined when one place cannot be proven. */
export function relocateOps(
  snapshot: Snapshot,
  current: TextDocument,
  ops: readonly HashlineOp[],
): readonly HashlineOp[] | undefined {
  const moved: { op: HashlineOp; from: number; to: number }[] = [];
  for (const op of ops) {
    const range = claimedRange(op);
    if (range === undefined) {
      moved.push({ op, from: 0, to: 0 });
      continue;
    }
    const shift = findShift(snapshot, current, range.start, range.end);
    if (shift === undefined) return undefined;
    moved.push({ op: shiftOp(op, shift), from: range.start, to: range.start + shift });
  }
  const relocated = moved.map(({ op }) => op);
  return isSameOrder(moved) && findTargetClash(relocated) === undefined ? relocated : undefined;
}

function claimedRange(op: HashlineOp): { start: number; end: number } | undefined {
  if (op.kind !== "insert") return op;
  return typeof op.anchor === "number" ? { start: op.anchor, end: op.anchor } : undefined;
}

function findShift(snapshot: Snapshot, current: TextDocument, start: number, end: number) {
  const block = takeUniqueBlock(snapshot, start, end);
  if (block === undefined) return undefined;
  const places = findPlaces(
    current.lines.length,
    (line) => current.lines[line - 1]?.text,
    block.texts,
  );
  const place = places[0];
  if (place === undefined || places.length > 1) return undefined;
  const touchesEnd = end === snapshot.lineCount;
  const reachesEnd = place + block.texts.length - 1 === current.lines.length;
  return touchesEnd && !reachesEnd ? undefined : place - block.first;
}

/** The touched lines with enough context to occur once in the earlier text (as far as it is known). */
function takeUniqueBlock(snapshot: Snapshot, start: number, end: number): Block | undefined {
  const { lineCount } = snapshot;
  for (let context = CONTEXT_LINES; context <= MAX_CONTEXT_LINES; context *= 2) {
    const block = takeBlock(snapshot, start, end, context);
    if (block === undefined) return undefined;
    if (lineCount === undefined) return block;
    const places = findPlaces(lineCount, (line) => snapshot.textAt(line), block.texts);
    if (places.length === 1) return block;
  }
  return undefined;
}

function takeBlock(
  snapshot: Snapshot,
  start: number,
  end: number,
  context: number,
): Block | undefined {
  const { lineCount } = snapshot;
  const isBlankEnd = lineCount !== undefined && snapshot.textAt(lineCount) === "";
  const lastContent =
    lineCount === undefined ? Number.POSITIVE_INFINITY : lineCount - (isBlankEnd ? 1 : 0);
  const first = Math.max(start - context, 1);
  const last = Math.max(end, Math.min(end + context, lastContent));
  const texts: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = snapshot.textAt(line);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return { first, texts };
}

/** Line numbers at which `texts` stand, at most two of them. */
function findPlaces(
  lineCount: number,
  textAt: (line: number) => string | undefined,
  texts: readonly string[],
): number[] {
  const places: number[] = [];
  for (let line = 1; line + texts.length - 1 <= lineCount; line++) {
    if (texts.every((text, offset) => textAt(line + offset) === text)) places.push(line);
    if (places.length > 1) break;
  }
  return places;
}

function shiftOp(op: HashlineOp, shift: number): HashlineOp {
  if (op.kind !== "insert") return { ...op, start: op.start + shift, end: op.end + shift };
  return typeof op.anchor === "number" ? { ...op, anchor: op.anchor + shift } : op;
}

function isSameOrder(moved: readonly { from: number; to: number }[]): boolean {
  const sorted = moved.filter(({ from }) => from > 0).sort((a, b) => a.from - b.from);
  return sorted.every((entry, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined) return true;
    return previous.from === entry.from ? previous.to === entry.to : previous.to < entry.to;
  });
}
