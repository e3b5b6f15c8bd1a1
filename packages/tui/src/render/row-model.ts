/** The last committed rows and the live ones, as the terminal holds them: on the screen, and above it once they left it. */
import type { TerminalSize } from "../terminal/terminal.ts";

/** A row; the rows of one wrapped line share its number. */
export interface ModelRow {
  readonly text: string;
  readonly line: number;
}

/** Rows and cursor. */
export interface RowModel {
  readonly rows: readonly ModelRow[];
  /** Index of the first live row; committed rows lie before it. */
  readonly live: number;
  /** Index of the row with the cursor. */
  readonly cursor: number;
  readonly column: number;
  /** Index of the topmost row of the screen, if it is known; negative while the first known row lies below it. */
  readonly top: number | undefined;
  readonly size: TerminalSize;
}

/** The model of a screen that shows one empty live line, on a row of the screen if that is known. */
export function emptyModel(size: TerminalSize, screenRow: number | undefined): RowModel {
  const top = screenRow === undefined ? undefined : -screenRow;
  return { rows: [{ text: "", line: 0 }], live: 0, cursor: 0, column: 0, top, size };
}

/** A number that no line of these rows has. */
export function freeLine(rows: readonly ModelRow[]): number {
  return rows.reduce((most, row) => Math.max(most, row.line), -1) + 1;
}

/** Wrapped lines: runs of rows with one number. */
export interface RowGroup {
  readonly start: number;
  readonly rows: readonly ModelRow[];
}

/** The rows by the lines they belong to. */
export function groupRows(rows: readonly ModelRow[]): RowGroup[] {
  const groups: { start: number; rows: ModelRow[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const last = groups.at(-1);
    if (last?.rows[0]?.line === row.line) last.rows.push(row);
    else groups.push({ start: index, rows: [row] });
  }
  return groups;
}

/** The model with rows up to the top of the screen; what they hold was there before us. */
export function coverScreen(model: RowModel): RowModel {
  const count = -(model.top ?? 0);
  if (count <= 0) return model;
  const first = freeLine(model.rows);
  const above = Array.from({ length: count }, (_, index) => ({ text: "", line: first + index }));
  return {
    ...model,
    rows: [...above, ...model.rows],
    live: model.live + count,
    cursor: model.cursor + count,
    top: 0,
  };
}

/** How many committed rows are remembered, in screens: none further up can be reached by a frame. */
export const REMEMBERED_SCREENS = 2;

/** The model without rows that are too far up to matter. */
export function forgetOldRows(model: RowModel): RowModel {
  const count = model.live - REMEMBERED_SCREENS * model.size.rows;
  if (count <= 0) return model;
  return {
    ...model,
    rows: model.rows.slice(count),
    live: model.live - count,
    cursor: model.cursor - count,
    top: model.top === undefined ? undefined : model.top - count,
  };
}
