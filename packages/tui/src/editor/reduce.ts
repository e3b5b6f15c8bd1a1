/** The editor as a pure function: a state and an action give the next state. */
import { killRange, yank, yankPop } from "./kill-ring.ts";
import { moveTo, type Range, rememberForUndo, replaceRange } from "./editing.ts";
import {
  createEditorState,
  type EditorState,
  isEmpty,
  lineAt,
  type Position,
} from "./editor-state.ts";
import { browseHistory, remember } from "./history.ts";
import type { LayoutOptions } from "./layout.ts";
import * as motion from "./motion.ts";
import { expandMarkers, isLargePaste, keepPaste } from "./paste-marker.ts";

/** Moves that need no layout. */
export type Move = "left" | "right" | "word-left" | "word-right" | "line-start" | "line-end";

/** What can be deleted. */
export type Deletion =
  | "char-backward"
  | "char-forward"
  | "word-backward"
  | "word-forward"
  | "to-line-start"
  | "to-line-end";

/** Everything that can happen to an editor. */
export type EditorAction =
  | { readonly type: "insert"; readonly text: string }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "move"; readonly to: Move }
  | {
      readonly type: "vertical";
      readonly rows: number;
      readonly layout: Omit<LayoutOptions, "pastes">;
    }
  | { readonly type: "delete"; readonly what: Deletion }
  | { readonly type: "replace"; readonly range: Range; readonly text: string }
  | { readonly type: "yank" }
  | { readonly type: "yank-pop" }
  | { readonly type: "undo" }
  | { readonly type: "jump"; readonly direction: "forward" | "backward" }
  | { readonly type: "set"; readonly text: string }
  | { readonly type: "remember"; readonly text: string };

/** The next state. */
export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "insert":
      return insert(state, action.text);
    case "paste":
      return paste(state, action.text);
    case "move":
      return moveTo({ ...state, jump: undefined }, MOVES[action.to](state));
    case "vertical":
      return moveVertically(state, action.rows, { ...action.layout, pastes: state.pastes });
    case "delete":
      return remove(state, action.what);
    case "replace":
      return replaceRange(
        rememberForUndo(leaveHistory(state)),
        action.range,
        normalize(action.text),
      );
    case "yank":
      return yank(state);
    case "yank-pop":
      return yankPop(state);
    case "undo":
      return undo(state);
    case "jump":
      return { ...state, jump: action.direction };
    case "set":
      return setText(state, action.text);
    default:
      return remember(state, action.text);
  }
}

/** The text as it is submitted: paste markers replaced by what was pasted. */
export function editorText(state: EditorState): string {
  return expandMarkers(state.lines.join("\n"), state.pastes);
}

const MOVES: Readonly<Record<Move, (state: EditorState) => Position>> = {
  left: motion.left,
  right: motion.right,
  "word-left": motion.wordLeft,
  "word-right": motion.wordRight,
  "line-start": motion.lineStart,
  "line-end": motion.lineEnd,
};

function insert(state: EditorState, text: string): EditorState {
  if (state.jump !== undefined) {
    return moveTo({ ...state, jump: undefined }, motion.jumpTo(state, text, state.jump));
  }
  const clean = normalize(text);
  if (clean === "") return state;
  const isWordPart = /^[\p{L}\p{N}\p{M}_]+$/u.test(clean);
  const base = leaveHistory(state);
  const remembered = isWordPart && base.run === "typing" ? base : rememberForUndo(base);
  const inserted = replaceRange(remembered, at(state.cursor), clean);
  return { ...inserted, run: isWordPart ? "typing" : undefined };
}

function paste(state: EditorState, text: string): EditorState {
  const clean = normalize(text);
  if (!isLargePaste(clean)) return insert({ ...state, jump: undefined, run: undefined }, clean);
  const { marker, pastes } = keepPaste(state, clean);
  const base = rememberForUndo(leaveHistory({ ...state, jump: undefined }));
  return replaceRange({ ...base, pastes }, at(state.cursor), marker);
}

function remove(state: EditorState, what: Deletion): EditorState {
  const range = deletionRange(state, what);
  const base = { ...leaveHistory(state), jump: undefined };
  if (isSame(range.start, range.end)) return moveTo(base, state.cursor);
  if (what === "char-backward" || what === "char-forward") {
    return replaceRange(rememberForUndo(base), range, "");
  }
  return killRange(base, range, isBackward(what) ? "backward" : "forward");
}

/** At the edge of a line, deleting towards it takes the line break. */
const DELETED_FROM: Readonly<Record<Deletion, (state: EditorState) => Position>> = {
  "char-backward": motion.left,
  "word-backward": motion.wordLeft,
  "to-line-start": (state) =>
    state.cursor.column === 0 ? motion.left(state) : motion.lineStart(state),
  "char-forward": motion.right,
  "word-forward": motion.wordRight,
  "to-line-end": (state) =>
    state.cursor.column === lineAt(state, state.cursor.line).length
      ? motion.right(state)
      : motion.lineEnd(state),
};

function isBackward(what: Deletion): boolean {
  return what === "char-backward" || what === "word-backward" || what === "to-line-start";
}

function deletionRange(state: EditorState, what: Deletion): Range {
  const other = DELETED_FROM[what](state);
  return isBackward(what)
    ? { start: other, end: state.cursor }
    : { start: state.cursor, end: other };
}

/** Beyond the first or last row lie older and newer texts, or else the start and end of the line. */
function moveVertically(state: EditorState, rows: number, layout: LayoutOptions): EditorState {
  const base = { ...state, jump: undefined };
  const target = motion.vertical(base, rows, layout);
  if (target !== undefined) {
    return { ...moveTo(base, target.cursor), goalColumn: target.goalColumn };
  }
  if (Math.abs(rows) === 1 && (isEmpty(base) || base.browsing !== undefined)) {
    return browseHistory(base, rows < 0 ? "older" : "newer");
  }
  return moveTo(base, rows < 0 ? motion.lineStart(base) : motion.lineEnd(base));
}

function undo(state: EditorState): EditorState {
  const snapshot = state.undo.at(-1);
  if (snapshot === undefined) return { ...state, jump: undefined };
  const restored = { ...state, ...snapshot, undo: state.undo.slice(0, -1), jump: undefined };
  return moveTo({ ...restored, browsing: undefined }, snapshot.cursor);
}

/** A new text keeps what was deleted and what was submitted; everything else starts afresh. */
function setText(state: EditorState, text: string): EditorState {
  const empty = { ...createEditorState(state.history), killRing: state.killRing };
  return replaceRange(empty, at(empty.cursor), normalize(text));
}

function leaveHistory(state: EditorState): EditorState {
  return state.browsing === undefined ? state : { ...state, browsing: undefined };
}

function normalize(text: string): string {
  return text.replace(/\r\n?/g, "\n").toWellFormed();
}

function at(position: Position): Range {
  return { start: position, end: position };
}

function isSame(left: Position, right: Position): boolean {
  return left.line === right.line && left.column === right.column;
}
