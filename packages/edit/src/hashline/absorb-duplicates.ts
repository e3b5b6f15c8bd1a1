// Owns the opt-in repairs of payloads that repeat the lines around them. Off unless asked for; each
// repair says what it did. Without options the operations pass through untouched.

import type { TextDocument } from "../document/text-document.ts";
import { warnAboutBrackets } from "./boundary-warnings.ts";
import { bracketBalance, isCloserLine } from "./brackets.ts";
import { countEchoAbove, countEchoBelow } from "./echo.ts";
import type { HashlineOp, InsertOp, ReplaceOp } from "./hashline-op.ts";
import { findTargetClash } from "./op-targets.ts";

export interface AbsorbOptions {
  /** Widen a replacement over two or more repeated lines, or over one closer that unbalances it. */
  readonly replacements?: boolean;
  /** Drop the lines of an insertion that repeat the line it is anchored to, and single repeated lines. */
  readonly insertEchoes?: boolean;
}

export interface Absorbed {
  readonly ops: readonly HashlineOp[];
  readonly warnings: readonly string[];
}

/** The operations after the repairs that `options` allow. */
export function absorbDuplicates(
  document: TextDocument,
  ops: readonly HashlineOp[],
  options: AbsorbOptions,
): Absorbed {
  if (options.replacements !== true && options.insertEchoes !== true) return { ops, warnings: [] };
  const warnings: string[] = [];
  const repaired = ops.map((op): HashlineOp => {
    const isInside = op.kind !== "replace" || op.end <= document.lines.length;
    if (op.kind === "replace" && isInside) return widen(document, op, options, warnings);
    return op.kind === "insert" && options.insertEchoes === true
      ? dropInsertEcho(document, op, warnings)
      : op;
  });
  return findTargetClash(repaired) === undefined
    ? { ops: repaired, warnings }
    : { ops, warnings: [] };
}

function widen(
  document: TextDocument,
  op: ReplaceOp,
  options: AbsorbOptions,
  warnings: string[],
): ReplaceOp {
  const minLines = options.insertEchoes === true ? 1 : 2;
  const echoAbove = countEchoAbove(document, op.start, op.payload);
  const echoBelow = countEchoBelow(document, op.end, op.payload);
  const above = echoAbove >= minLines ? echoAbove : 0;
  const below = echoBelow >= minLines || isSurplusCloser(document, op) ? echoBelow : 0;
  if (above + below === 0 || above + below > op.payload.length) return op;
  if (above > 0)
    warnings.push(describeWidening("above", op.start - above, op.start - 1, "leading", op));
  if (below > 0) {
    warnings.push(describeWidening("below", op.end + 1, op.end + below, "trailing", op));
    warnings.push(...warnAboutBrackets(document, op.end + 1, op.end + below));
  }
  return { ...op, start: op.start - above, end: op.end + below };
}

/** The payload ends with the closer that follows the range, and one of the two is too many. */
function isSurplusCloser(document: TextDocument, op: ReplaceOp): boolean {
  const closer = op.payload.at(-1);
  if (closer === undefined || !isCloserLine(closer)) return false;
  const replaced = document.lines.slice(op.start - 1, op.end).map((line) => line.text);
  return bracketBalance(replaced) - bracketBalance(op.payload) === -bracketBalance([closer]);
}

function dropInsertEcho(document: TextDocument, op: InsertOp, warnings: string[]): InsertOp {
  if (typeof op.anchor !== "number") return op;
  const isAfter = op.side === "after";
  const count = isAfter
    ? countEchoAbove(document, op.anchor + 1, op.payload)
    : countEchoBelow(document, op.anchor - 1, op.payload);
  if (count === 0 || count === op.payload.length) return op;
  warnings.push(
    `Dropped ${count} ${isAfter ? "leading" : "trailing"} payload line(s) of the insertion at line ${op.inputLine} that repeat the file at its anchor.`,
  );
  return { ...op, payload: isAfter ? op.payload.slice(count) : op.payload.slice(0, -count) };
}

function describeWidening(
  side: string,
  from: number,
  to: number,
  end: string,
  op: ReplaceOp,
): string {
  return `Auto-absorbed ${to - from + 1} duplicate line(s) ${side} replacement at line ${op.inputLine} (file lines ${from}..${to} matched the payload's ${end} lines; widened the deletion to absorb them).`;
}
