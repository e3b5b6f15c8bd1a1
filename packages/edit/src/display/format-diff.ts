// Owns the numbered diff that tells a model what its edit did: `-N:` old lines, `+N:` new lines,
// ` N:` context in the numbering after the edit, so that every number but the old ones can be reused.

import type { TextDocument } from "../document/text-document.ts";
import type { Line } from "../document/line.ts";
import type { LineChange } from "../outcome.ts";
import { cutLine } from "./anchored-lines.ts";

export interface DiffFormat {
  readonly contextLines: number;
  /** Longer runs of added or removed lines show their first and last lines only. */
  readonly maxRunLines: number;
  readonly maxColumns: number;
}

/** Short form for the model, which wrote the new lines itself. */
export const COMPACT_DIFF: DiffFormat = { contextLines: 2, maxRunLines: 16, maxColumns: 512 };

/** Complete form for people. */
export const FULL_DIFF: DiffFormat = {
  contextLines: 4,
  maxRunLines: Number.POSITIVE_INFINITY,
  maxColumns: Number.POSITIVE_INFINITY,
};

/** Shows `changes`, of which `after` is the result; `...` stands for lines left out. */
export function formatDiff(
  after: TextDocument,
  changes: readonly LineChange[],
  format: DiffFormat = COMPACT_DIFF,
): string {
  const rows: string[] = [];
  const count = after.contentLineCount;
  let next = 1;
  changes.forEach((change, index) => {
    const own = [
      ...changeRows("-", change.oldStart, change.oldLines, format),
      ...changeRows("+", change.newStart, change.newLines, format),
    ];
    if (own.length === 0) return;
    const from = Math.max(change.newStart - format.contextLines, next);
    if (from > next && index > 0) rows.push("...");
    const end = change.newStart + change.newLines.length;
    const following = changes[index + 1]?.newStart ?? count + 1;
    const to = Math.min(end + format.contextLines - 1, following - 1, count);
    rows.push(...contextRows(after, from, change.newStart - 1, format));
    rows.push(...own, ...contextRows(after, end, to, format));
    next = Math.max(end, to + 1);
  });
  return rows.join("\n");
}

function contextRows(document: TextDocument, from: number, to: number, format: DiffFormat) {
  if (to < from) return [];
  return numberRows(" ", from, document.lines.slice(from - 1, to), format);
}

function changeRows(sign: string, start: number, lines: readonly Line[], format: DiffFormat) {
  const visible =
    lines.at(-1)?.ending === "" && lines.at(-1)?.text === "" ? lines.slice(0, -1) : lines;
  if (visible.length <= format.maxRunLines) return numberRows(sign, start, visible, format);
  const half = Math.floor(format.maxRunLines / 2);
  const tailStart = visible.length - half;
  return [
    ...numberRows(sign, start, visible.slice(0, half), format),
    "...",
    ...numberRows(sign, start + tailStart, visible.slice(tailStart), format),
  ];
}

function numberRows(
  sign: string,
  start: number,
  lines: readonly Line[],
  format: DiffFormat,
): string[] {
  return lines.map(
    (line, index) => `${sign}${start + index}:${cutLine(line.text, format.maxColumns)}`,
  );
}
