// What an action of the terminal is: something a key can mean wherever the focus is.
import type { Face } from "./face.ts";

/** How an action was asked for. */
export interface Press {
  /** The same key meant the same action a moment ago. */
  readonly isDouble: boolean;
}

export interface AppAction {
  readonly id: string;
  readonly description: string;
  /** Chords, as people write them. */
  readonly defaults: readonly string[];
  /** Does it; false leaves the key to whatever has the focus. */
  run(face: Face, press: Press): boolean | void;
}

/** Types an action; the index of the folder `actions` collects them. */
export function defineAction(action: AppAction): AppAction {
  return action;
}
