// Entries that change what of the earlier messages a model still sees. Nothing is ever taken out of the
// file: a message is set aside, or stands there in short.
import type { SessionEntry } from "../log/entry.ts";

/** `customType` of an entry that takes messages out of the context, such as a failed answer that is tried again. */
export const SET_ASIDE_TYPE = "omp.set_aside";
/** `customType` of an entry that replaces tool results by a short text. */
export const PRUNED_TYPE = "omp.pruned";

export interface SetAside {
  readonly ids: readonly string[];
}

export interface PrunedResults {
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

/** True for an entry that changes messages before it, other than by a compaction. */
export function isContextChange(entry: SessionEntry): boolean {
  if (entry.type !== "custom") return false;
  return entry.customType === SET_ASIDE_TYPE || entry.customType === PRUNED_TYPE;
}

/** True for an entry after which what providers counted before no longer holds. */
export function shrinksContext(entry: SessionEntry): boolean {
  return (
    entry.type === "compaction" || (entry.type === "custom" && entry.customType === PRUNED_TYPE)
  );
}
