// Owns the warnings about edits that were applied as asked but look like a slip: a bracket line
// deleted on its own, or a payload that repeats the lines next to it. It never changes an edit.

import type { TextDocument } from "../document/text-document.ts";
import { bracketBalance, isBracketLine } from "./brackets.ts";
import { countEchoAbove, countEchoBelow } from "./echo.ts";
import type { HashlineOp } from "./hashline-op.ts";

/** Repeated boundary lines below this number are common in real code and not worth a word. */
const MIN_ECHO_LINES = 2;

/** Warnings for operations on the document they were applied to. */
export function warnAboutBoundaries(document: TextDocument, ops: readonly HashlineOp[]): string[] {
  return ops.flatMap((op) => {
    if (op.kind === "delete") return warnAboutBrackets(document, op.start, op.end);
    return op.kind === "replace" ? warnAboutEchoes(document, op.start, op.end, op.payload) : [];
  });
}

/** A warning for each lone bracket line of a deletion that takes one side of a pair only. */
export function warnAboutBrackets(document: TextDocument, start: number, end: number): string[] {
  const texts = document.lines.slice(start - 1, end).map((line) => line.text);
  if (bracketBalance(texts) === 0) return [];
  return texts.flatMap((text, index) =>
    isBracketLine(text)
      ? [
          `Deleted line ${start + index} contains a structural bracket/brace boundary (${JSON.stringify(text.trim())}); verify the file is still balanced or use 'A:<replacement>' to keep the boundary intact.`,
        ]
      : [],
  );
}

function warnAboutEchoes(
  document: TextDocument,
  start: number,
  end: number,
  payload: readonly string[],
): string[] {
  const above = countEchoAbove(document, start, payload);
  const below = countEchoBelow(document, end, payload);
  const warnings: string[] = [];
  if (above >= MIN_ECHO_LINES) {
    warnings.push(describeEcho("above", `${start - above}..${start - 1}`, "first", above));
  }
  if (below >= MIN_ECHO_LINES) {
    warnings.push(describeEcho("below", `${end + 1}..${end + below}`, "last", below));
  }
  return warnings;
}

function describeEcho(side: string, lines: string, end: string, count: number): string {
  return `The ${end} ${count} payload lines repeat the lines directly ${side} the replaced range (lines ${lines} before the edit); both copies are in the file now. If that is a slip, delete one of them.`;
}
