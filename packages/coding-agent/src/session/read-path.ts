// Reads what the current path of a log means, and no more of the file than that takes: what lies before
// the last compaction is read only when that compaction did not record the state at its place.
import type { SessionEntry } from "./log/entry.ts";
import type { EntryRef } from "./log/entry-index.ts";
import type { SessionLog } from "./log/session-log.ts";
import { shrinksContext } from "./state/context-changes.ts";
import { type ContextItem, contextItems } from "./state/context-messages.ts";
import { checkpointIn, sessionState, type SessionState } from "./state/session-state.ts";

/** What stands before the model, and what has been decided. */
export interface PathReading {
  readonly items: ContextItem[];
  readonly state: SessionState;
  /** Place of the last entry that made the context smaller, or -1. */
  readonly changedAt: number;
}

/** Reads the path from the root to the leaf. */
export function readPath(log: SessionLog): PathReading {
  const path = log.path();
  const compactedAt = path.findLastIndex((ref) => ref.type === "compaction");
  const compaction = compactedAt === -1 ? undefined : log.read(path[compactedAt] as EntryRef);
  const contextStart = firstOfContext(path, compactedAt, compaction);
  const entries = path.slice(contextStart).flatMap((ref) => log.read(ref) ?? []);
  const checkpoint = compaction && checkpointIn(compaction);
  const state =
    checkpoint === undefined
      ? fold(foldFrom(log, path.slice(0, contextStart)), entries)
      : fold(
          checkpoint,
          entries.slice(entries.findIndex((entry) => entry.id === compaction?.id) + 1),
        );
  const changed = entries.findLast(shrinksContext);
  const changedAt = changed === undefined ? -1 : (log.index.ordinalOf(changed.id) ?? -1);
  return { items: contextItems(entries), state, changedAt };
}

/** Index of the first entry that the context is made of. */
function firstOfContext(
  path: readonly EntryRef[],
  compactedAt: number,
  compaction: SessionEntry | undefined,
): number {
  if (compaction?.type !== "compaction") return 0;
  const keptFrom = path.findIndex((ref) => ref.id === compaction.firstKeptEntryId);
  return keptFrom === -1 || keptFrom > compactedAt ? compactedAt : keptFrom;
}

/** Entry by entry, so that a long past is never in memory as a whole. */
function foldFrom(log: SessionLog, refs: readonly EntryRef[]): SessionState {
  let state = sessionState.initial;
  for (const ref of refs) {
    const entry = log.read(ref);
    if (entry !== undefined) state = sessionState.step(state, entry);
  }
  return state;
}

function fold(start: SessionState, entries: readonly SessionEntry[]): SessionState {
  return entries.reduce((state, entry) => sessionState.step(state, entry), start);
}
