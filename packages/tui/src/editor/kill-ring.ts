/** Deleted texts that can be brought back: deletions in a row collect, and yanks walk through the ring. */
import { type Range, rememberForUndo, replaceRange, textIn } from "./editing.ts";
import type { EditorState } from "./editor-state.ts";

const MAX_KILLS = 60;

/** Deletes a range and keeps its text; right after another such deletion it joins that one. */
export function killRange(
  state: EditorState,
  range: Range,
  direction: "forward" | "backward",
): EditorState {
  const killed = textIn(state, range);
  const last = state.run === "killing" ? state.killRing.at(-1) : undefined;
  const joined = direction === "forward" ? (last ?? "") + killed : killed + (last ?? "");
  const older = last === undefined ? state.killRing : state.killRing.slice(0, -1);
  const killRing = [...older.slice(1 - MAX_KILLS), joined];
  return { ...replaceRange(rememberForUndo(state), range, ""), killRing, run: "killing" };
}

/** Inserts the latest deletion. */
export function yank(state: EditorState): EditorState {
  return insertKill(state, { start: state.cursor, end: state.cursor }, state.killRing.length - 1);
}

/** Replaces what the last yank inserted by the deletion before it. */
export function yankPop(state: EditorState): EditorState {
  const { yanked, killRing } = state;
  if (yanked === undefined || killRing.length < 2) return state;
  return insertKill(state, yanked, (yanked.index + killRing.length - 1) % killRing.length);
}

function insertKill(state: EditorState, range: Range, index: number): EditorState {
  const text = state.killRing[index];
  if (text === undefined) return state;
  const base = rememberForUndo({ ...state, browsing: undefined, jump: undefined });
  const inserted = replaceRange(base, range, text);
  return { ...inserted, yanked: { start: range.start, end: inserted.cursor, index } };
}
