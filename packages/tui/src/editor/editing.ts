/** The two changes that every edit is made of: inserting text and removing a range. */
import { type EditorState, lineAt, type Position, type Snapshot } from "./editor-state.ts";
import { snapToBoundary } from "./units.ts";

const MAX_UNDO = 200;

/** A range of text; `start` comes before `end`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** The text of a range. */
export function textIn(state: Snapshot, range: Range): string {
  const { start, end } = range;
  if (start.line === end.line) return lineAt(state, start.line).slice(start.column, end.column);
  const middle = state.lines.slice(start.line + 1, end.line);
  const first = lineAt(state, start.line).slice(start.column);
  return [first, ...middle, lineAt(state, end.line).slice(0, end.column)].join("\n");
}

/** Replaces a range by text and puts the cursor behind it. */
export function replaceRange(state: EditorState, range: Range, text: string): EditorState {
  const before = lineAt(state, range.start.line).slice(0, range.start.column);
  const after = lineAt(state, range.end.line).slice(range.end.column);
  const inserted = (before + text).split("\n");
  const line = range.start.line + inserted.length - 1;
  const column = inserted.at(-1)?.length ?? 0;
  const last = (inserted.at(-1) ?? "") + after;
  const lines = [
    ...state.lines.slice(0, range.start.line),
    ...inserted.slice(0, -1),
    last,
    ...state.lines.slice(range.end.line + 1),
  ];
  return moveTo({ ...state, lines }, { line, column: snapToBoundary(last, column, state.pastes) });
}

/** Puts the cursor somewhere; what depended on its old place ends. */
export function moveTo(state: EditorState, cursor: Position): EditorState {
  return { ...state, cursor, goalColumn: undefined, yanked: undefined, run: undefined };
}

/** Remembers the text as it is, so that the next change can be undone. */
export function rememberForUndo(state: EditorState): EditorState {
  const snapshot = { lines: state.lines, cursor: state.cursor };
  return { ...state, undo: [...state.undo.slice(1 - MAX_UNDO), snapshot] };
}
