/** Where the cursor goes. Pure functions from a state to a place. */
import { type EditorState, lineAt, type Position } from "./editor-state.ts";
import {
  columnAtScreen,
  type LayoutOptions,
  type Row,
  rowIndexAt,
  rowsOf,
  screenColumn,
} from "./layout.ts";
import { nextBoundary, previousBoundary, unitsOf, wordEndAfter, wordStartBefore } from "./units.ts";

/** One character to the left, over the end of the line before. */
export function left(state: EditorState): Position {
  const { line, column } = state.cursor;
  if (column > 0) {
    return { line, column: previousBoundary(lineAt(state, line), column, state.pastes) };
  }
  return line === 0 ? state.cursor : { line: line - 1, column: lineAt(state, line - 1).length };
}

/** One character to the right, over the start of the line after. */
export function right(state: EditorState): Position {
  const { line, column } = state.cursor;
  const text = lineAt(state, line);
  if (column < text.length) return { line, column: nextBoundary(text, column, state.pastes) };
  return line === state.lines.length - 1 ? state.cursor : { line: line + 1, column: 0 };
}

/** One word to the left. */
export function wordLeft(state: EditorState): Position {
  const { line, column } = state.cursor;
  if (column === 0) return left(state);
  return { line, column: wordStartBefore(lineAt(state, line), column, state.pastes) };
}

/** One word to the right. */
export function wordRight(state: EditorState): Position {
  const { line, column } = state.cursor;
  const text = lineAt(state, line);
  if (column >= text.length) return right(state);
  return { line, column: wordEndAfter(text, column, state.pastes) };
}

/** The start of the line. */
export function lineStart(state: EditorState): Position {
  return { line: state.cursor.line, column: 0 };
}

/** The end of the line. */
export function lineEnd(state: EditorState): Position {
  return { line: state.cursor.line, column: lineAt(state, state.cursor.line).length };
}

/** The next place of a character, or where the cursor is when there is none. */
export function jumpTo(
  state: EditorState,
  char: string,
  direction: "forward" | "backward",
): Position {
  const isForward = direction === "forward";
  const step = isForward ? 1 : -1;
  const { line: from, column } = state.cursor;
  for (let line = from; line >= 0 && line < state.lines.length; line += step) {
    const hits = unitsOf(lineAt(state, line), state.pastes).filter((unit) => unit.text === char);
    const inReach = (start: number) =>
      line !== from || (isForward ? start > column : start < column);
    const found = isForward
      ? hits.find((unit) => inReach(unit.start))
      : hits.findLast((unit) => inReach(unit.start));
    if (found !== undefined) return { line, column: found.start };
  }
  return state.cursor;
}

/** A vertical move: the new place and the column it tried to keep; `undefined` at the edge of the text. */
export function vertical(
  state: EditorState,
  rows: number,
  layout: LayoutOptions,
): { cursor: Position; goalColumn: number } | undefined {
  const start = { line: state.cursor.line, row: currentRow(state, layout) };
  const startRows = rowsOf(lineAt(state, start.line), layout);
  const goalColumn =
    state.goalColumn ??
    screenColumn(
      lineAt(state, start.line),
      rowAt(startRows, start.row),
      state.cursor.column,
      layout,
    );
  const target = walkRows(state, start, rows, layout);
  if (target.line === start.line && target.row === start.row) return undefined;
  const line = lineAt(state, target.line);
  const row = rowAt(rowsOf(line, layout), target.row);
  const column = columnAtScreen(line, row, goalColumn, layout);
  return { cursor: { line: target.line, column }, goalColumn };
}

/** The visual row of its line that the cursor is on. */
export function currentRow(state: EditorState, layout: LayoutOptions): number {
  return rowIndexAt(rowsOf(lineAt(state, state.cursor.line), layout), state.cursor.column);
}

/** A row of a line. */
export interface RowPlace {
  readonly line: number;
  readonly row: number;
}

/** The row that lies `rows` further down (up when negative), or the last one on the way. */
export function walkRows(
  state: { readonly lines: readonly string[] },
  from: RowPlace,
  rows: number,
  layout: LayoutOptions,
): RowPlace {
  let { line, row } = from;
  const count = (index: number) => rowsOf(state.lines[index] ?? "", layout).length;
  for (let left = rows; left > 0; left--) {
    if (row < count(line) - 1) row++;
    else if (line < state.lines.length - 1) {
      line++;
      row = 0;
    } else break;
  }
  for (let left = rows; left < 0; left++) {
    if (row > 0) row--;
    else if (line > 0) {
      line--;
      row = count(line) - 1;
    } else break;
  }
  return { line, row };
}

function rowAt(rows: readonly Row[], index: number): Row {
  return rows[index] ?? { start: 0, end: 0 };
}
