// Owns the meaning of operations on a document: where each one cuts and what it puts there. It does
// not judge whether the document is the one that was meant.

import type { Splice } from "../document/splice-document.ts";
import type { TextDocument } from "../document/text-document.ts";
import { refuse, type Refusal } from "../outcome.ts";
import type { HashlineOp, InsertOp } from "./hashline-op.ts";
import { isRangeOp } from "./op-targets.ts";

/** Splices in document order, or the refusal of an anchor outside the file. */
export type SpliceList = { readonly ok: true; readonly splices: readonly Splice[] } | Refusal;

/** A splice with its rank among those that start at the same line. */
interface RankedSplice extends Splice {
  readonly rank: number;
}

/** Turns operations that do not clash into splices; equal places keep the order of the input. */
export function toSplices(document: TextDocument, ops: readonly HashlineOp[]): SpliceList {
  const missing = findMissingLine(document, ops);
  if (missing !== undefined) {
    const total = document.lines.length;
    return refuse("missing-line", `Line ${missing} does not exist (file has ${total} lines)`);
  }
  const isEndTargeted = ops.some((op) => isRangeOp(op) && op.end === document.lines.length);
  const ranked = ops.map((op): RankedSplice => {
    if (op.kind === "insert") return insertSplice(document, op, isEndTargeted);
    const insert = op.kind === "replace" ? op.payload : [];
    const deleteCount = op.end - op.start + 1;
    return { start: op.start - 1, deleteCount, insert, endings: "replaced", rank: RANK.range };
  });
  const sorted = ranked.sort((a, b) => a.start - b.start || a.rank - b.rank);
  return { ok: true, splices: document.isEmpty && !isEndTargeted ? fillEmpty(sorted) : sorted };
}

const RANK = { fileStart: 0, afterLine: 1, beforeLine: 2, range: 3, fileEnd: 4 } as const;

function insertSplice(document: TextDocument, op: InsertOp, isEndTargeted: boolean): RankedSplice {
  const { start, rank } = placeInsert(document, op, isEndTargeted);
  return { start, rank, deleteCount: 0, insert: op.payload, endings: "dominant" };
}

function placeInsert(document: TextDocument, op: InsertOp, isEndTargeted: boolean) {
  const count = document.lines.length;
  const hasBlankEnd = document.lines.at(-1)?.text === "" && !isEndTargeted;
  const end = hasBlankEnd ? count - 1 : count;
  if (op.anchor === "BOF") return { start: 0, rank: RANK.fileStart };
  if (op.anchor === "EOF") return { start: end, rank: RANK.fileEnd };
  if (op.side === "before") return { start: op.anchor - 1, rank: RANK.beforeLine };
  const isAfterEnd = op.anchor === count;
  return isAfterEnd
    ? { start: end, rank: RANK.fileEnd }
    : { start: op.anchor, rank: RANK.afterLine };
}

/** Text put into an empty file replaces its one empty line instead of going before it. */
function fillEmpty(splices: readonly Splice[]): readonly Splice[] {
  if (splices.length === 0) return splices;
  const insert = splices.flatMap((splice) => splice.insert);
  return [{ start: 0, deleteCount: 1, insert, endings: "dominant" }];
}

function findMissingLine(document: TextDocument, ops: readonly HashlineOp[]): number | undefined {
  const count = document.lines.length;
  for (const op of ops) {
    const named = op.kind === "insert" ? op.anchor : op.end;
    if (typeof named !== "number" || named <= count) continue;
    return op.kind !== "insert" && op.start > count ? op.start : named;
  }
  return undefined;
}
