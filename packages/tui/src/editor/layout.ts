/** How lines of an editor fall into rows of a width. Pure; it knows nothing of borders or scrolling. */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { isPlainAscii } from "../text/graphemes.ts";
import { visibleWidth } from "../text/width.ts";
import type { Pastes } from "./paste-marker.ts";
import { type Unit, unitsOf } from "./units.ts";

/** One visual row of a line: the units from `start` to `end`. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/** How wide rows are and what stands for a tab. */
export interface LayoutOptions {
  readonly columns: number;
  readonly tabWidth: number;
  readonly pastes: Pastes;
  /** Rows of lines that were laid out already; one drawing asks for the same lines many times. */
  readonly known?: Map<string, readonly Row[]>;
}

/** What is shown for a unit: controls become visible, a tab becomes spaces. */
export function displayUnit(unit: string, tabWidth: number): string {
  if (isPlainAscii(unit)) return unit;
  return unit === "\t" ? " ".repeat(tabWidth) : sanitizeForeign(unit);
}

/** The rows of a line; at least one. Rows break behind spaces where they can. */
export function rowsOf(line: string, options: LayoutOptions): readonly Row[] {
  if (line.length <= options.columns && isPlainAscii(line)) return [{ start: 0, end: line.length }];
  const known = options.known?.get(line);
  if (known !== undefined) return known;
  const rows = breakRows(line, options);
  options.known?.set(line, rows);
  return rows;
}

function breakRows(line: string, options: LayoutOptions): Row[] {
  const columns = Math.max(1, options.columns);
  const rows: Row[] = [];
  let start = 0;
  let width = 0;
  let breakAt = 0;
  let widthAtBreak = 0;
  for (const unit of unitsOf(line, options.pastes)) {
    const unitWidth = visibleWidth(displayUnit(unit.text, options.tabWidth));
    // A break behind a space may still leave too much for one row.
    while (width + unitWidth > columns && unit.start > start) {
      const end = breakAt > start ? breakAt : unit.start;
      rows.push({ start, end });
      width = end === unit.start ? 0 : width - widthAtBreak;
      start = end;
    }
    width += unitWidth;
    if (unit.text === " ") {
      breakAt = unit.end;
      widthAtBreak = width;
    }
  }
  return [...rows, { start, end: line.length }];
}

/** The index of the row that holds a column; a column between two rows belongs to the later one. */
export function rowIndexAt(rows: readonly Row[], column: number): number {
  return Math.max(
    0,
    rows.findLastIndex((row) => row.start <= column),
  );
}

/** Columns on screen from the start of a row to a place in it. */
export function screenColumn(
  line: string,
  row: Row,
  column: number,
  options: LayoutOptions,
): number {
  return unitsIn(line, row, options.pastes)
    .filter((unit) => unit.end <= column)
    .reduce((width, unit) => width + visibleWidth(displayUnit(unit.text, options.tabWidth)), 0);
}

/** The place in a row that is nearest to a screen column, without leaving the row. */
export function columnAtScreen(
  line: string,
  row: Row,
  target: number,
  options: LayoutOptions,
): number {
  let width = 0;
  const units = unitsIn(line, row, options.pastes);
  for (const unit of units) {
    width += visibleWidth(displayUnit(unit.text, options.tabWidth));
    if (width > target) return unit.start;
  }
  const isLastRow = row.end === line.length;
  return isLastRow ? row.end : (units.at(-1)?.start ?? row.start);
}

function unitsIn(line: string, row: Row, pastes: Pastes): Unit[] {
  return unitsOf(line, pastes).filter((unit) => unit.start >= row.start && unit.end <= row.end);
}
