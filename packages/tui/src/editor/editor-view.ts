/** Draws an editor state into rows of a width: wrapping, scrolling, the caret. Pure but for the scroll place it returns. */
import { CURSOR_MARKER } from "../render/component.ts";
import { type EditorState, lineAt } from "./editor-state.ts";
import { displayUnit, type LayoutOptions, type Row, rowsOf } from "./layout.ts";
import { currentRow, type RowPlace, walkRows } from "./motion.ts";
import { unitsOf } from "./units.ts";

/** How a state is drawn. */
export interface ViewOptions {
  readonly layout: LayoutOptions;
  readonly maxRows: number;
  /** The first row that was shown last time. */
  readonly top: RowPlace;
  /** Marks the place of the hardware cursor. */
  readonly hasCaret: boolean;
  /** Also draws a caret, for terminals whose own cursor is hidden. */
  readonly drawCaret?: (text: string) => string;
  /** Dim text behind the caret. */
  readonly hint?: string;
}

/** The rows to show. */
export interface EditorView {
  readonly rows: readonly string[];
  readonly top: RowPlace;
  readonly hasMoreAbove: boolean;
  readonly hasMoreBelow: boolean;
}

/** The visible rows; the view scrolls just as far as the caret needs. */
export function viewEditor(state: EditorState, options: ViewOptions): EditorView {
  const { layout, maxRows } = options;
  const caret = { line: state.cursor.line, row: currentRow(state, layout) };
  const top = scrollTop(state, caret, options);
  const rows: string[] = [];
  let place = top;
  for (;;) {
    rows.push(drawRow(state, place, caret, options));
    const next = walkRows(state, place, 1, layout);
    const isEnd = next.line === place.line && next.row === place.row;
    if (isEnd || rows.length === maxRows) {
      const hasMoreAbove = top.line > 0 || top.row > 0;
      return { rows, top, hasMoreAbove, hasMoreBelow: !isEnd };
    }
    place = next;
  }
}

function scrollTop(state: EditorState, caret: RowPlace, options: ViewOptions): RowPlace {
  const { layout, maxRows } = options;
  const lowest = caret;
  const highest = walkRows(state, caret, 1 - maxRows, layout);
  if (isBefore(lowest, options.top)) return lowest;
  if (isBefore(options.top, highest)) return highest;
  const rowCount = rowsOf(lineAt(state, options.top.line), layout).length;
  const kept = { line: options.top.line, row: Math.min(options.top.row, rowCount - 1) };
  // After text was removed the view must not end in empty rows while there is more above.
  const end = walkRows(state, kept, maxRows - 1, layout);
  return walkRows(state, end, 1 - maxRows, layout);
}

function isBefore(left: RowPlace, right: RowPlace): boolean {
  return left.line < right.line || (left.line === right.line && left.row < right.row);
}

function drawRow(
  state: EditorState,
  place: RowPlace,
  caret: RowPlace,
  options: ViewOptions,
): string {
  const { layout } = options;
  const line = lineAt(state, place.line);
  const row = rowsOf(line, layout)[place.row] ?? { start: 0, end: 0 };
  const isCaretRow = place.line === caret.line && place.row === caret.row;
  return isCaretRow && options.hasCaret
    ? drawCaretRow(line, row, state.cursor.column, options)
    : drawUnits(line, row, layout);
}

function drawUnits(line: string, row: Row, layout: LayoutOptions): string {
  return unitsOf(line.slice(row.start, row.end), layout.pastes)
    .map((unit) => displayUnit(unit.text, layout.tabWidth))
    .join("");
}

function drawCaretRow(line: string, row: Row, column: number, options: ViewOptions): string {
  const { layout, drawCaret, hint = "" } = options;
  const before = drawUnits(line, { start: row.start, end: column }, layout);
  const rest = unitsOf(line.slice(column, row.end), layout.pastes);
  const [under, ...after] = rest.map((unit) => displayUnit(unit.text, layout.tabWidth));
  const shown = drawCaret === undefined ? (under ?? "") : drawCaret(under ?? " ");
  return before + CURSOR_MARKER + shown + after.join("") + (under === undefined ? hint : "");
}
