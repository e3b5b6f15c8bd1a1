// A fold turns the entries of one path, root first, into one topic's state. Pure and incremental: a
// session keeps each fold's state and feeds it new entries only.
import type { SessionEntry } from "../log/entry.ts";

/** One topic's state as a function of the entries before it. */
export interface Fold<State> {
  readonly initial: State;
  step(state: State, entry: SessionEntry): State;
}

/** Runs a fold over a whole path. */
export function foldPath<State>(fold: Fold<State>, path: Iterable<SessionEntry>): State {
  let state = fold.initial;
  for (const entry of path) state = fold.step(state, entry);
  return state;
}
