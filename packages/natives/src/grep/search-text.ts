// Matches in one text: which lines match, which surround them. Pure; the same for every engine that finds the lines.
import type { TranslatedRegex } from "./translate-regex.ts";

/** One line of a result; numbers start at 1. */
export interface GrepLine {
  readonly number: number;
  /** Without its line end, cut at the given width. */
  readonly text: string;
  readonly isMatch: boolean;
  /** Whether `text` is only the beginning of the line. */
  readonly isCut: boolean;
}

/** What is shown of a file. */
export interface LineOptions {
  readonly contextBefore: number;
  readonly contextAfter: number;
  /** Matching lines beyond this are only counted as "more". */
  readonly maxMatches: number;
  readonly maxColumns: number;
}

/** Lines to show, and whether more matched. */
export interface TextMatches {
  readonly lines: readonly GrepLine[];
  readonly matchCount: number;
  readonly hasMore: boolean;
}

/** All lines that match, with their context; undefined when none does. */
export function searchText(
  text: string,
  regex: TranslatedRegex,
  options: LineOptions & { readonly multiline: boolean },
): TextMatches | undefined {
  regex.text.lastIndex = 0;
  if (text === "" || !regex.text.test(text)) return undefined;
  const starts = lineStarts(text);
  const matched = options.multiline
    ? matchedSpans(text, starts, regex)
    : matchedLines(text, starts, regex);
  return assemble(matched, starts.length, options, (index) => lineAt(text, starts, index));
}

/**
 * Puts matches and context together. `matched` are zero-based line indexes in order; one more than `maxMatches` is enough
 * to know that there are more.
 */
export function assemble(
  matched: Iterable<number>,
  lineCount: number,
  options: LineOptions,
  lineText: (index: number) => string,
): TextMatches | undefined {
  const shown: number[] = [];
  let hasMore = false;
  for (const index of matched) {
    hasMore = shown.length >= options.maxMatches;
    if (hasMore) break;
    shown.push(index);
  }
  if (shown.length === 0) return undefined;
  const isMatch = new Set(shown);
  const lines: GrepLine[] = [];
  let next = 0;
  for (const index of shown) {
    const last = Math.min(lineCount - 1, index + options.contextAfter);
    for (let at = Math.max(next, index - options.contextBefore); at <= last; at++) {
      lines.push(makeLine(at + 1, lineText(at), isMatch.has(at), options.maxColumns));
    }
    next = Math.max(next, last + 1);
  }
  return { lines, matchCount: shown.length, hasMore };
}

/** A line as it is shown. Cutting never splits a surrogate pair. */
function makeLine(number: number, text: string, isMatch: boolean, maxColumns: number): GrepLine {
  if (text.length <= maxColumns) return { number, text, isMatch, isCut: false };
  const code = text.charCodeAt(maxColumns - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? maxColumns - 1 : maxColumns;
  return { number, text: text.slice(0, end), isMatch, isCut: true };
}

/** Where lines begin; an empty rest after the last newline is no line. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (
    let at = text.indexOf("\n");
    at >= 0 && at + 1 < text.length;
    at = text.indexOf("\n", at + 1)
  )
    starts.push(at + 1);
  return starts;
}

function lineAt(text: string, starts: readonly number[], index: number): string {
  const start = starts[index] ?? 0;
  let end = (starts[index + 1] ?? text.length + 1) - 1;
  if (index === starts.length - 1 && text.endsWith("\n")) end = text.length - 1;
  return text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
}

function lineIndexOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The whole-text expression proposes lines, the line expression decides. */
function* matchedLines(
  text: string,
  starts: readonly number[],
  regex: TranslatedRegex,
): Generator<number> {
  regex.text.lastIndex = 0;
  for (let found = regex.text.exec(text); found; found = regex.text.exec(text)) {
    const index = lineIndexOf(starts, found.index);
    if (regex.line.test(lineAt(text, starts, index))) yield index;
    const next = starts[index + 1];
    if (next === undefined) return;
    regex.text.lastIndex = next;
  }
}

/** Between the halves of a surrogate pair an expression with the `u` flag would step back and find the same again. */
function afterCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function* matchedSpans(
  text: string,
  starts: readonly number[],
  regex: TranslatedRegex,
): Generator<number> {
  let from = 0;
  regex.text.lastIndex = 0;
  for (let found = regex.text.exec(text); found; found = regex.text.exec(text)) {
    const length = found[0].length;
    if (found.index < text.length || !text.endsWith("\n")) {
      const first = lineIndexOf(starts, found.index);
      const last = length === 0 ? first : lineIndexOf(starts, found.index + length - 1);
      for (let index = Math.max(from, first); index <= last; index++) yield index;
      from = Math.max(from, last + 1);
    }
    if (length === 0) regex.text.lastIndex = afterCharacter(text, found.index);
  }
}
