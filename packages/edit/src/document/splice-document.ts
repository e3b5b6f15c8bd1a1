// Owns the one way a document changes: runs of lines replaced by new texts, everything else shared
// with the old document. It decides the endings of new lines and refuses what bytes could not express.

import { refuse, type LineChange, type Refusal } from "../outcome.ts";
import { joinLines, splitLines, type Ending, type Line } from "./line.ts";
import { refuseUnencodable } from "./refuse-unencodable.ts";
import { TextDocument } from "./text-document.ts";

/** Replaces `deleteCount` lines from index `start` (from 0) by `insert`. */
export interface Splice {
  readonly start: number;
  readonly deleteCount: number;
  readonly insert: readonly string[];
  /** `replaced`: the n-th new line ends as the n-th old one did; `dominant`: as most lines of the file do. */
  readonly endings: "replaced" | "dominant";
}

/** The new document and its true changes (possibly none), or a refusal. */
export type SpliceOutcome =
  | { readonly ok: true; readonly document: TextDocument; readonly changes: readonly LineChange[] }
  | Refusal;

/** Applies splices, which must be in order and must not overlap. A missing final line break stays missing. */
export function spliceDocument(document: TextDocument, splices: readonly Splice[]): SpliceOutcome {
  const trimmed = splices.map((splice) => trimUnchanged(document, splice)).filter(isEffective);
  const inserted = trimmed.flatMap((splice) => splice.insert);
  const unencodable = refuseUnencodable(document.format.encoding, inserted);
  if (unencodable !== undefined) return unencodable;
  if (trimmed.length === 0) return { ok: true, document, changes: [] };
  const { lines, spans } = assemble(document, trimmed);
  if (spans.some((span) => joinsEndings(lines, span.at, span.at + span.count))) {
    return refuse(
      "line-endings",
      "The edit would put a line that ends in CR directly before an empty line that ends in LF; the two would read as one CRLF line break. Nothing was changed.",
    );
  }
  const holdsCarriageReturn = inserted.some(hasCarriageReturn);
  const canCancelOut = trimmed.length > 1 || document.isEmpty;
  if (canCancelOut && isSameList(document.lines, lines)) return { ok: true, document, changes: [] };
  const newLines = holdsCarriageReturn ? splitLines(joinLines(lines)) : lines;
  const result = new TextDocument(newLines, document.format);
  const changes = holdsCarriageReturn
    ? [findOuterChange(document.lines, newLines)]
    : trimmed.map((splice, index) => toChange(document, lines, splice, spans[index]));
  return { ok: true, document: result, changes };
}

/** Where the new lines of a splice are in the new document. */
interface Span {
  readonly at: number;
  readonly count: number;
}

function assemble(document: TextDocument, splices: readonly Splice[]) {
  const old = document.lines;
  const segments: (readonly Line[])[] = [];
  const spans: Span[] = [];
  let at = 0;
  let cursor = 0;
  for (const splice of splices) {
    const added = splice.insert.map((text, index) => ({
      text,
      ending: endingOf(document, splice, index),
    }));
    segments.push(old.slice(cursor, splice.start), added);
    at += splice.start - cursor;
    spans.push({ at, count: added.length });
    at += added.length;
    cursor = splice.start + splice.deleteCount;
  }
  segments.push(old.slice(cursor));
  const lines = segments.flat();
  terminate(lines, document, spans);
  return { lines, spans };
}

/** Gives every line but the last an ending, and the last none. */
function terminate(lines: Line[], document: TextDocument, spans: readonly Span[]): void {
  if (lines.length === 0) lines.push({ text: "", ending: "" });
  const last = lines.length - 1;
  const suspects = spans.flatMap(({ at, count }) =>
    Array.from({ length: count + 1 }, (_, index) => at - 1 + index),
  );
  for (const index of [...suspects, last]) {
    const line = lines[index];
    if (line === undefined) continue;
    const isLast = index === last;
    if (isLast !== (line.ending === "")) {
      lines[index] = { text: line.text, ending: isLast ? "" : document.dominantEnding };
    }
  }
}

function endingOf(document: TextDocument, splice: Splice, index: number): Ending {
  if (splice.endings === "dominant" || splice.deleteCount === 0) return document.dominantEnding;
  const isLastInserted = index === splice.insert.length - 1;
  const offset = isLastInserted ? splice.deleteCount - 1 : Math.min(index, splice.deleteCount - 1);
  return document.lines[splice.start + offset]?.ending ?? "";
}

/** Lines that stay the same are no part of the change, so they keep their objects and their endings. */
function trimUnchanged(document: TextDocument, splice: Splice): Splice {
  const { lines } = document;
  const shorter = Math.min(splice.deleteCount, splice.insert.length);
  let head = 0;
  while (head < shorter && lines[splice.start + head]?.text === splice.insert[head]) head++;
  let tail = 0;
  const end = splice.start + splice.deleteCount;
  while (tail < shorter - head && lines[end - 1 - tail]?.text === splice.insert.at(-1 - tail))
    tail++;
  return {
    start: splice.start + head,
    deleteCount: splice.deleteCount - head - tail,
    insert: splice.insert.slice(head, splice.insert.length - tail),
    endings: splice.endings,
  };
}

function isEffective(splice: Splice): boolean {
  return splice.deleteCount > 0 || splice.insert.length > 0;
}

/** A CR and an LF that become neighbours would turn two line breaks into one. */
function joinsEndings(lines: readonly Line[], from: number, to: number): boolean {
  for (let index = Math.max(from, 1); index <= to; index++) {
    const line = lines[index];
    if (line?.text === "" && line.ending === "\n" && lines[index - 1]?.ending === "\r") return true;
  }
  return false;
}

function hasCarriageReturn(text: string): boolean {
  return text.includes("\r");
}

function toChange(
  document: TextDocument,
  lines: readonly Line[],
  splice: Splice,
  span: Span | undefined,
): LineChange {
  const at = span?.at ?? 0;
  return {
    oldStart: splice.start + 1,
    oldLines: document.lines.slice(splice.start, splice.start + splice.deleteCount),
    newStart: at + 1,
    newLines: lines.slice(at, at + (span?.count ?? 0)),
  };
}

/** The one run between the common head and tail of two line lists. */
function findOuterChange(old: readonly Line[], now: readonly Line[]): LineChange {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && isSame(old[head], now[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(old.at(-1 - tail), now.at(-1 - tail))) tail++;
  return {
    oldStart: head + 1,
    oldLines: old.slice(head, old.length - tail),
    newStart: head + 1,
    newLines: now.slice(head, now.length - tail),
  };
}

/** Splices can cancel one another out, such as an insertion of the line that another one deletes. */
function isSameList(a: readonly Line[], b: readonly Line[]): boolean {
  return a.length === b.length && a.every((line, index) => isSame(line, b[index]));
}

function isSame(a: Line | undefined, b: Line | undefined): boolean {
  return a === b || (a?.text === b?.text && a?.ending === b?.ending);
}
