/** Predicts where rows lie after a terminal took a new size. Pure arithmetic over widths. */
import type { ResizeModel } from "../terminal/capabilities.ts";
import type { TerminalSize } from "../terminal/terminal.ts";
import { sliceColumns } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import { reflowLine } from "./reflow-line.ts";
import { groupRows, type ModelRow, type RowGroup, type RowModel } from "./row-model.ts";

/** The rows after the terminal took a new size. Where they are on the screen then is not predicted. */
export function reflowModel(model: RowModel, size: TerminalSize, resize: ResizeModel): RowModel {
  const kept = dropLostRows(model, size);
  const moved = { ...kept, top: undefined, size };
  if (size.columns === model.size.columns) return moved;
  if (!resize.reflows) return { ...moved, rows: kept.rows.map((row) => cutRow(row, size.columns)) };
  const reflowed = resize.driftsBelowCursor
    ? reflowDrifting(kept, size.columns)
    : reflowExactly(kept, size.columns, resize);
  const liveLine = kept.rows[kept.live]?.line;
  const live = reflowed.rows.findIndex((row) => row.line === liveLine);
  return { ...moved, ...reflowed, live, column: Math.min(reflowed.column, size.columns - 1) };
}

/**
 * Rows below the cursor fall off a screen that became lower, blank ones first. Where the rows are on the screen is
 * unknown, nothing is taken to be blank: at worst an old live line stays behind, but nothing above is erased.
 */
function dropLostRows(model: RowModel, size: TerminalSize): RowModel {
  const shrunk = Math.max(0, model.size.rows - size.rows);
  const screenRow = model.top === undefined ? model.size.rows : -model.top;
  const blankBelow = Math.max(0, model.size.rows - screenRow - model.rows.length);
  const lost = Math.max(0, shrunk - blankBelow);
  const count = Math.max(model.cursor + 1, model.rows.length - lost);
  return { ...model, rows: model.rows.slice(0, count) };
}

type Reflowed = Pick<RowModel, "rows" | "cursor" | "column">;

/** Every line is wrapped anew and the cursor stays on its character. */
function reflowExactly(model: RowModel, columns: number, resize: ResizeModel): Reflowed {
  const rows: ModelRow[] = [];
  let { cursor, column } = model;
  for (const group of groupRows(model.rows)) {
    const hasCursor = holds(group, model.cursor);
    const isCut = hasCursor && !resize.reflowsCursorLine;
    const wrapped = isCut ? group.rows.map((row) => cutRow(row, columns)) : rewrap(group, columns);
    if (hasCursor) {
      const place = placeInRows(wrapped, offsetInGroup(group, model));
      cursor = rows.length + (isCut ? model.cursor - group.start : place.row);
      column = isCut ? model.column : place.column;
    }
    for (const row of wrapped) rows.push(row);
  }
  return { rows, cursor, column };
}

/**
 * xterm.js wraps from the bottom up and moves the cursor for every row it adds or removes, even below the cursor;
 * the line it finds the cursor on at that moment is cut instead of wrapped, and not joined when there is room again.
 */
function reflowDrifting(model: RowModel, columns: number): Reflowed {
  const isNarrower = columns < model.size.columns;
  let { cursor } = model;
  const wrapped = groupRows(model.rows)
    .reverse()
    .map((group) => {
      if (holds(group, isNarrower ? cursor : model.cursor)) {
        return group.rows.map((row) => cutRow(row, columns));
      }
      const isTouched = isNarrower || group.rows.length > 1;
      const rows = isTouched ? rewrap(group, columns) : group.rows;
      cursor += rows.length - group.rows.length;
      return rows;
    });
  return { rows: wrapped.reverse().flat(), cursor, column: model.column };
}

function holds(group: RowGroup, index: number): boolean {
  return index >= group.start && index < group.start + group.rows.length;
}

function rewrap(group: RowGroup, columns: number): ModelRow[] {
  const line = group.rows[0]?.line ?? 0;
  const text = group.rows.map((row) => row.text).join("");
  return reflowLine(text, columns).map((row) => ({ text: row, line }));
}

function cutRow(row: ModelRow, columns: number): ModelRow {
  return visibleWidth(row.text) <= columns
    ? row
    : { ...row, text: sliceColumns(row.text, 0, columns) };
}

/** Columns from the start of a line to the cursor. */
function offsetInGroup(group: RowGroup, model: RowModel): number {
  return group.rows
    .slice(0, model.cursor - group.start)
    .reduce((width, row) => width + visibleWidth(row.text), model.column);
}

/** The row and column in which an offset of the whole line lies. */
function placeInRows(rows: readonly ModelRow[], offset: number): { row: number; column: number } {
  let column = offset;
  let row = 0;
  while (row < rows.length - 1) {
    const width = visibleWidth(rows[row]?.text ?? "");
    if (column < width) break;
    column -= width;
    row++;
  }
  return { row, column };
}
