// Owns which lines an operation claims, and the rule that no line is claimed twice.

import type { DeleteOp, HashlineOp, InsertOp, ReplaceOp } from "./hashline-op.ts";

type RangeOp = ReplaceOp | DeleteOp;

/** Operations that replace or delete lines. */
export function isRangeOp(op: HashlineOp): op is RangeOp {
  return op.kind !== "insert";
}

/** Whether an operation names a line of the file, so that its section needs the file's hash. */
export function isAnchored(op: HashlineOp): boolean {
  return op.kind !== "insert" || typeof op.anchor === "number";
}

/** Message for the first operation that claims what an earlier one has; undefined when all are apart. */
export function findTargetClash(ops: readonly HashlineOp[]): string | undefined {
  const ranges = ops.filter(isRangeOp);
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const overlaps = sorted.some((op, index) => op.start <= (sorted[index - 1]?.end ?? 0));
  if (overlaps) return describeOverlap(ranges);
  return describeInsideInsert(ops, sorted);
}

function describeOverlap(ranges: readonly RangeOp[]): string | undefined {
  for (const [index, later] of ranges.entries()) {
    const earlier = ranges
      .slice(0, index)
      .find((op) => op.start <= later.end && later.start <= op.end);
    if (earlier === undefined) continue;
    const shared = Math.max(earlier.start, later.start);
    return `line ${later.inputLine}: anchor line ${shared} is already targeted by the :/! op on line ${earlier.inputLine}. Issue ONE op per range; payload is only the final desired content, never a before/after pair.`;
  }
  return undefined;
}

/** An insertion between two lines that both go has no place of its own. */
function describeInsideInsert(
  ops: readonly HashlineOp[],
  sorted: readonly RangeOp[],
): string | undefined {
  const inserts = ops.filter((op): op is InsertOp => op.kind === "insert");
  for (const insert of inserts) {
    const { anchor } = insert;
    if (typeof anchor !== "number") continue;
    const gap = insert.side === "before" ? anchor - 1 : anchor;
    const around = findRangeAt(sorted, gap);
    if (around !== undefined && gap < around.end) {
      return `line ${insert.inputLine}: the insertion at line ${anchor} lies inside the range of the :/! op on line ${around.inputLine}; put its text into that op's payload.`;
    }
  }
  return undefined;
}

function findRangeAt(sorted: readonly RangeOp[], line: number): RangeOp | undefined {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const op = sorted[middle];
    if (op === undefined) return undefined;
    if (op.end < line) low = middle + 1;
    else if (op.start > line) high = middle - 1;
    else return op;
  }
  return undefined;
}
