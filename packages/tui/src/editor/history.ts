/** Texts that were submitted before: browsing through them and coming back to what was being written. */
import { moveTo } from "./editing.ts";
import type { EditorState, Snapshot } from "./editor-state.ts";

const MAX_HISTORY = 500;

/** Adds a submitted text; the same text twice in a row, or nothing at all, is not added. */
export function remember(state: EditorState, text: string): EditorState {
  if (text.trim() === "" || state.history.at(-1) === text) return state;
  return {
    ...state,
    history: [...state.history.slice(1 - MAX_HISTORY), text],
    browsing: undefined,
  };
}

/** Shows the next older or newer text; beyond the newest the draft comes back. */
export function browseHistory(state: EditorState, direction: "older" | "newer"): EditorState {
  const { history, browsing } = state;
  const current = browsing?.index ?? history.length;
  const index = direction === "older" ? current - 1 : current + 1;
  if (index < 0 || index > history.length || (browsing === undefined && direction === "newer")) {
    return state;
  }
  const draft: Snapshot = browsing?.draft ?? { lines: state.lines, cursor: state.cursor };
  if (index === history.length)
    return moveTo({ ...state, ...draft, browsing: undefined }, draft.cursor);
  const lines = (history[index] ?? "").split("\n");
  const isOlder = direction === "older";
  const line = isOlder ? 0 : lines.length - 1;
  const cursor = { line, column: isOlder ? 0 : (lines[line]?.length ?? 0) };
  return { ...moveTo({ ...state, lines }, cursor), browsing: { index, draft } };
}
