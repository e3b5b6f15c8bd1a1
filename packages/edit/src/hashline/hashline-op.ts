// Owns the operations of a hashline section and how one line of input is read: as an operation, a
// header, part of the envelope, or payload. It knows neither documents nor paths.

import { isHeaderLine } from "./hashline-header.ts";

/** Where new lines go: next to a numbered line, or at an end of the file. */
export type InsertAnchor = number | "BOF" | "EOF";

interface OpOrigin {
  /** Line of the section's body that holds the operation, from 1. */
  readonly inputLine: number;
}

export interface InsertOp extends OpOrigin {
  readonly kind: "insert";
  readonly anchor: InsertAnchor;
  readonly side: "before" | "after";
  readonly payload: readonly string[];
}

export interface ReplaceOp extends OpOrigin {
  readonly kind: "replace";
  readonly start: number;
  readonly end: number;
  readonly payload: readonly string[];
}

export interface DeleteOp extends OpOrigin {
  readonly kind: "delete";
  readonly start: number;
  readonly end: number;
}

/** One operation; line numbers are those of the file as it was read. */
export type HashlineOp = InsertOp | ReplaceOp | DeleteOp;

/** An operation line taken apart; `inline` is the text after the sigil. */
export interface OpLine {
  readonly anchor:
    "BOF" | "EOF" | { readonly start: number; readonly end: number; readonly isRange: boolean };
  readonly sigil: "↑" | "↓" | ":" | "!";
  readonly inline: string;
}

export const ENVELOPE_BEGIN = "*** Begin Patch";
export const ENVELOPE_END = "*** End Patch";
export const ENVELOPE_ABORT = "*** Abort";

const OP_LINE =
  /^[ \t]*[*>+-]*[ \t]*(?:(BOF|EOF)[ \t]*([↑↓])|([1-9]\d*)(?:-([1-9]\d*))?[ \t]*([↑↓:!]))(.*)$/su;

/** Reads an operation line; undefined when the line is something else. */
export function readOpLine(line: string): OpLine | undefined {
  const match = OP_LINE.exec(line);
  if (match === null) return undefined;
  const [, boundary, boundarySigil, first, second, sigil, inline = ""] = match;
  if (boundary !== undefined) {
    return { anchor: boundary as "BOF" | "EOF", sigil: boundarySigil as "↑" | "↓", inline };
  }
  const start = Number(first);
  const anchor = {
    start,
    end: second === undefined ? start : Number(second),
    isRange: second !== undefined,
  };
  return { anchor, sigil: sigil as OpLine["sigil"], inline };
}

/** Which envelope line this is, if any. */
export function readEnvelopeLine(line: string): string | undefined {
  const trimmed = line.trimEnd();
  const markers = [ENVELOPE_BEGIN, ENVELOPE_END, ENVELOPE_ABORT];
  return markers.find((marker) => marker === trimmed);
}

/** The payload text a line of input stands for: one backslash goes where it protected something. */
export function unescapePayloadLine(line: string): string {
  return line.startsWith("\\") && needsEscape(line.slice(1)) ? line.slice(1) : line;
}

/** How a text is written as a payload line so that {@link unescapePayloadLine} gives it back. */
export function escapePayloadLine(text: string): string {
  return needsEscape(text) ? `\\${text}` : text;
}

/** True for what would be read as structure, and for what would lose a backslash, however many it has. */
function needsEscape(text: string): boolean {
  const bare = text.replace(/^\\+/u, "");
  return isHeaderLine(bare) || readEnvelopeLine(bare) !== undefined || OP_LINE.test(bare);
}
