/** Predicts where painted lines lie after a terminal changed its width. Pure arithmetic over widths. */
import type { ResizeModel } from "../terminal/capabilities.ts";
import type { TerminalSize } from "../terminal/terminal.ts";
import { isPlainAscii } from "../text/graphemes.ts";
import { tokenize } from "../text/tokens.ts";
import { visibleWidth } from "../text/width.ts";

/** The rows that a painted line takes when a terminal wraps it at `columns`, each as plain text. */
export function reflowLine(line: string, columns: number): string[] {
  const width = Math.max(1, columns);
  if (visibleWidth(line) <= width) return [plainText(line)];
  const rows: string[] = [];
  let row = "";
  let rowWidth = 0;
  for (const token of tokenize(line)) {
    if (token.isEscape) continue;
    if (rowWidth + token.width > width && rowWidth > 0) {
      rows.push(row);
      row = "";
      rowWidth = 0;
    }
    row += token.text;
    rowWidth += token.width;
  }
  return [...rows, row];
}

function plainText(line: string): string {
  return isPlainAscii(line) ? line : Bun.stripANSI(line);
}

/** What is painted: lines with the cursor on one of them. */
export interface PaintedLines {
  readonly lines: readonly string[];
  readonly size: TerminalSize;
  /** Screen row of the first line, when it is known. */
  readonly top: number | undefined;
  readonly cursorRow: number;
  readonly cursorColumn: number;
}

/** The painted lines as they lie after a resize. */
export interface ReflowedLines {
  /** Rows from the first painted line to the cursor. */
  readonly rowsAboveCursor: number;
  /** The rows of every line above the cursor's. */
  readonly rowsAbove: readonly (readonly string[])[];
}

/** Predicts the layout of painted lines after the terminal took a new size. */
export function reflowPainted(
  painted: PaintedLines,
  size: TerminalSize,
  model: ResizeModel,
): ReflowedLines {
  const isNarrower = model.reflows && size.columns < painted.size.columns;
  const rowsOf = (line: string) =>
    isNarrower ? reflowLine(line, size.columns) : [plainText(line)];
  const rowsAbove = painted.lines.slice(0, painted.cursorRow).map(rowsOf);
  if (!isNarrower) return { rowsAbove, rowsAboveCursor: painted.cursorRow };
  if (model.driftsBelowCursor)
    return { rowsAbove, rowsAboveCursor: driftedRow(painted, size, rowsOf) };
  const above = rowsAbove.reduce((total, rows) => total + rows.length, 0);
  const cursorLine = model.reflowsCursorLine ? rowsOf(painted.lines[painted.cursorRow] ?? "") : [];
  return { rowsAbove, rowsAboveCursor: above + rowOfColumn(cursorLine, painted.cursorColumn) };
}

/** The row of a wrapped line in which a column of the whole line lies. */
function rowOfColumn(rows: readonly string[], column: number): number {
  let left = column;
  let row = 0;
  while (row < rows.length - 1) {
    const width = visibleWidth(rows[row] ?? "");
    if (left < width) break;
    left -= width;
    row++;
  }
  return row;
}

/**
 * xterm.js wraps from the bottom up and moves the cursor down for every row it adds, even below the cursor; the
 * line it finds the cursor on at that moment is cut instead of wrapped. Before that, rows below the cursor fall off
 * a screen that became lower, blank ones first. Where the lines are unknown nothing is taken to be blank: at worst an
 * old live line stays behind, but nothing above is erased.
 */
function driftedRow(
  painted: PaintedLines,
  size: TerminalSize,
  rowsOf: (line: string) => readonly string[],
): number {
  const blankBelow = painted.size.rows - (painted.top ?? painted.size.rows) - painted.lines.length;
  const lost = Math.max(0, painted.size.rows - size.rows - Math.max(0, blankBelow));
  const last = Math.max(painted.cursorRow, painted.lines.length - 1 - lost);
  let cursor = painted.cursorRow;
  for (let index = last; index >= 0; index--) {
    if (index !== cursor) cursor += rowsOf(painted.lines[index] ?? "").length - 1;
  }
  return cursor;
}
