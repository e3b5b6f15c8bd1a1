// Owns how lines are shown to a model together with their numbers, so that every number it sees can
// be used as an anchor. Used for reads, search results, diffs and refusals alike.

import type { TextDocument } from "../document/text-document.ts";

/** Inclusive range of line numbers, counted from 1. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface HashLineOptions {
  readonly range?: LineRange;
  /** Longer lines are cut there and end with `…`. */
  readonly maxColumns?: number;
}

/** Lines as `LINE:TEXT`, the body of a read under a hashline header. */
export function formatHashLines(document: TextDocument, options: HashLineOptions = {}): string {
  const { start, end } = options.range ?? { start: 1, end: document.lines.length };
  const first = Math.max(start, 1);
  return document.lines
    .slice(first - 1, end)
    .map((line, index) => `${first + index}:${cutLine(line.text, options.maxColumns)}`)
    .join("\n");
}

export interface MarkedLineOptions {
  /** Lines shown with a leading `*`; all others get a blank. */
  readonly marked: readonly LineRange[];
  /** Lines shown: those within `before` above and `after` below an end of a marked range. */
  readonly before: number;
  readonly after: number;
  readonly maxColumns?: number;
}

/** Excerpt around marked lines: `*L:TEXT` and ` L:TEXT`, with `...` where lines are left out. */
export function formatMarkedLines(document: TextDocument, options: MarkedLineOptions): string {
  const { marked, before, after, maxColumns } = options;
  const count = document.lines.length;
  const shown = new Set<number>();
  for (const { start, end } of marked) {
    for (const edge of [start, end]) {
      const to = Math.min(edge + after, count);
      for (let line = Math.max(edge - before, 1); line <= to; line++) shown.add(line);
    }
  }
  const rows: string[] = [];
  let previous = 0;
  for (const line of [...shown].sort((a, b) => a - b)) {
    if (previous !== 0 && line > previous + 1) rows.push("...");
    const isMarked = marked.some((range) => range.start <= line && line <= range.end);
    const text = cutLine(document.lines[line - 1]?.text ?? "", maxColumns);
    rows.push(`${isMarked ? "*" : " "}${line}:${text}`);
    previous = line;
  }
  return rows.join("\n");
}

/** Cuts a line for display only, never inside a character. */
export function cutLine(text: string, maxColumns: number | undefined): string {
  if (maxColumns === undefined || text.length <= maxColumns) return text;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(maxColumns - 1));
  return `${text.slice(0, splitsPair ? maxColumns - 1 : maxColumns)}…`;
}
