// Owns the text form of a hashline edit: envelope, sections, operations and payload become data, or
// one message says what is wrong. It sees no file; line numbers in messages count inside a section.

import {
  describeBadHeader,
  isHeaderLine,
  parseHashlineHeader,
  type HashlineHeader,
} from "./hashline-header.ts";
import {
  ENVELOPE_ABORT,
  ENVELOPE_BEGIN,
  ENVELOPE_END,
  readEnvelopeLine,
  type HashlineOp,
} from "./hashline-op.ts";
import { relativizePath } from "../path/edit-path.ts";
import { parseSectionBody } from "./section-body.ts";

/** The operations for one file. */
export interface HashlineSection extends HashlineHeader {
  readonly ops: readonly HashlineOp[];
  /** The lines that held the operations, as they were written. */
  readonly body: string;
}

/** Sections in input order (those without an operation left out), or what is wrong with the input. */
export type HashlineParse =
  | {
      readonly ok: true;
      readonly sections: readonly HashlineSection[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

export interface HashlineParseOptions {
  /** Absolute paths below it become relative. */
  readonly cwd?: string;
  /** Target of an input that has no header. */
  readonly defaultPath?: string;
}

export const ABORT_WARNING =
  "Tool stream truncated mid-call due to detected output corruption. Applied ops above are valid. Re-issue any remaining edits.";

interface RawSection {
  readonly header: HashlineHeader;
  readonly lines: string[];
}

/** Reads a whole hashline input. */
export function parseHashline(input: string, options: HashlineParseOptions = {}): HashlineParse {
  const raw = splitSections(toLines(input), options);
  if ("message" in raw) return { ok: false, message: raw.message };
  const sections: HashlineSection[] = [];
  const warnings = [...raw.warnings];
  for (const { header, lines } of raw.sections) {
    const body = parseSectionBody(lines);
    if (!body.ok) return body;
    const path = relativizePath(header.path, options.cwd);
    if (body.ops.length > 0) {
      sections.push({ ...header, path, ops: body.ops, body: lines.join("\n") });
    } else if (raw.sections.length > 1) {
      warnings.push(describeEmptySection(path));
    }
  }
  return { ok: true, sections, warnings };
}

/** Cuts at line feeds; one carriage return before each goes, and so does the last line break. */
function toLines(input: string): string[] {
  const lines = input.replace(/^\ufeff/u, "").split("\n");
  const trimmed = lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (trimmed.at(-1) === "") trimmed.pop();
  return trimmed;
}

function splitSections(lines: readonly string[], options: HashlineParseOptions) {
  const sections: RawSection[] = [];
  const warnings: string[] = [];
  let isClosed = false;
  for (const line of lines) {
    const marker = readEnvelopeLine(line);
    const current = sections.at(-1);
    if (marker === ENVELOPE_ABORT) {
      warnings.push(ABORT_WARNING);
      break;
    } else if (marker === ENVELOPE_BEGIN) {
      if (!isClosed && current?.lines.some(isFilled))
        return { message: describeStrayBegin(current) };
      isClosed = false;
    } else if (marker === ENVELOPE_END) {
      isClosed = true;
    } else if (isClosed) {
      if (!isFilled(line)) continue;
      warnings.push(describeTrailingText(line));
      break;
    } else if (isHeaderLine(line)) {
      const header = parseHashlineHeader(line);
      if (header === undefined) return { message: describeBadHeader(line) };
      sections.push({ header, lines: [] });
    } else if (current !== undefined) {
      current.lines.push(line);
    } else if (isFilled(line)) {
      if (options.defaultPath === undefined) return { message: describeMissingHeader(line) };
      sections.push({ header: { path: options.defaultPath }, lines: [line] });
    }
  }
  const isNothing = sections.length === 0 && warnings.length === 0;
  return isNothing ? { message: describeMissingHeader("") } : { sections, warnings };
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}

function describeMissingHeader(line: string): string {
  return `input must begin with "¶PATH#HASH" on the first non-blank line for anchored edits; got: ${JSON.stringify(line)}.`;
}

function describeStrayBegin(section: RawSection): string {
  return `line ${section.lines.length + 1}: "${ENVELOPE_BEGIN}" cannot follow an operation; write "\\${ENVELOPE_BEGIN}" to insert it as text.`;
}

function describeEmptySection(path: string): string {
  return `The section for ${path} has no operation and was ignored; a payload line that starts with ¶ is written with a leading backslash.`;
}

function describeTrailingText(line: string): string {
  return `Text after "${ENVELOPE_END}" was ignored, from ${JSON.stringify(line)} on; a payload line "${ENVELOPE_END}" is written with a leading backslash.`;
}
