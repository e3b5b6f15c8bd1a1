/** Cuts a styled line by columns: slices carry the styles they need and leave none open. */
import { isPlainAscii } from "./graphemes.ts";
import { StyleState } from "./style-state.ts";
import { tokenize } from "./tokens.ts";
import { visibleWidth } from "./width.ts";

/**
 * Columns `start` (inclusive) to `end` (exclusive) of a styled line. A wide character that only partly lies
 * inside is left out, so the result is never wider than asked.
 */
export function sliceColumns(line: string, start: number, end = Number.POSITIVE_INFINITY): string {
  if (end <= start) return "";
  if (isPlainAscii(line)) return line.slice(start, end);
  const style = new StyleState();
  let out = "";
  let column = 0;
  let isInside = false;
  for (const token of tokenize(line)) {
    if (token.isEscape) {
      style.apply(token.text);
      if (isInside) out += token.text;
      continue;
    }
    if (column >= end || column + token.width > end) break;
    if (column >= start) {
      if (!isInside) out += style.open();
      isInside = true;
      out += token.text;
    }
    column += token.width;
  }
  return isInside ? out + style.close() : "";
}

/** Options of {@link truncate}. */
export interface TruncateOptions {
  /** What stands for the part that was cut; default `…`. */
  readonly ellipsis?: string;
}

/** `line` cut to at most `width` columns; the cut is marked by an ellipsis when there is room for it. */
export function truncate(line: string, width: number, options: TruncateOptions = {}): string {
  if (width <= 0) return "";
  if (visibleWidth(line) <= width) return line;
  const ellipsis = options.ellipsis ?? "…";
  const room = width - visibleWidth(ellipsis);
  return room < 0 ? sliceColumns(line, 0, width) : sliceColumns(line, 0, room) + ellipsis;
}

/** `line` filled with spaces up to `width` columns. */
export function padColumns(line: string, width: number): string {
  const missing = width - visibleWidth(line);
  return missing > 0 ? line + " ".repeat(missing) : line;
}
