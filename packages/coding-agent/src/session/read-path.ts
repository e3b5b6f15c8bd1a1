// Reads what the current path of a log means, and no more of the file than that takes: bodies from where the
// context begins, and before that only entries that decide something. However long a session is, what is read
// of it is bounded.
import type { SessionEntry } from "./log/entry.ts";
import type { EntryIndex, EntryRef } from "./log/entry-index.ts";
import { TYPES } from "./log/plain-line.ts";
import type { SessionLog } from "./log/session-log.ts";
import { cutItem, isTurnStart } from "./cut-context.ts";
import { shrinksContext } from "./state/context-changes.ts";
import {
  applyChanges,
  type ContextItem,
  contextItems,
  itemOf,
  summaryItem,
} from "./state/context-messages.ts";
import { checkpointIn, sessionState, type SessionState } from "./state/session-state.ts";

/** What stands before the model, and what has been decided. */
export interface PathReading {
  readonly items: ContextItem[];
  readonly state: SessionState;
  /** Place of the last entry that made the context smaller, or -1. */
  readonly changedAt: number;
}

/** How much of a path is read. */
export interface ReadLimits {
  /** More than any model's window holds. */
  readonly contextBytes: number;
  readonly contextEntries: number;
  /** Entries before the context that may have decided something. */
  readonly earlierEntries: number;
  /** Messages among them. */
  readonly earlierMessages: number;
}

const LIMITS: ReadLimits = {
  contextBytes: 16 << 20,
  contextEntries: 6000,
  earlierEntries: 2000,
  earlierMessages: 500,
};

/** Kinds that can change the state, messages apart. */
const DECIDERS = TYPES.filter(
  (type) => !["other", "message", "label", "branch_summary", "session_init"].includes(type),
);

/** Reads the path from the root to the leaf. */
export function readPath(log: SessionLog, limits: ReadLimits = LIMITS): PathReading {
  const walk = walkBack(log, limits);
  const entries = [...log.readEach(walk.context)];
  const checkpoint = walk.compaction && checkpointIn(walk.compaction);
  const earlier = foldFrom(
    checkpoint ?? sessionState.initial,
    log.readEach(earlierDeciders(log.index, walk, checkpoint !== undefined, limits)),
  );
  const after = checkpoint === undefined ? -1 : entries.findIndex(isEntry(walk.compaction));
  const state = foldFrom(earlier, entries.slice(after + 1));
  const changed = entries.findLast(shrinksContext);
  const changedAt = changed === undefined ? -1 : (log.index.ordinalOf(changed.id) ?? -1);
  return { items: itemsOf(walk, entries), state, changedAt };
}

interface Walk {
  /** What the context is made of, oldest first. */
  readonly context: readonly EntryRef[];
  /** The last compaction of the path. */
  readonly compaction: SessionEntry | undefined;
  readonly compactedAt: number;
  /** There are more entries than can be read. */
  readonly isCut: boolean;
}

/** From the leaf to where the context begins. */
function walkBack(log: SessionLog, limits: ReadLimits): Walk {
  const { index } = log;
  const leaf = index.leaf?.ordinal ?? -1;
  const [compactedAt = -1] = index.select(leaf, { kinds: ["compaction"], max: 1 });
  const ref = index.at(compactedAt);
  const compaction = ref && log.read(ref);
  const until = compaction === undefined ? -1 : firstKept(index, compaction, compactedAt);
  const ordinals = index.select(leaf, { until, max: limits.contextEntries + 1 });
  let [bytes, count] = [0, 0];
  for (const ordinal of ordinals.slice(0, limits.contextEntries)) {
    bytes += index.lengthAt(ordinal);
    if (bytes > limits.contextBytes && count > 0) break;
    count++;
  }
  const isCut = count < ordinals.length;
  const context = ordinals.slice(0, count).map((ordinal) => index.at(ordinal) as EntryRef);
  return { context: context.reverse(), compaction, compactedAt, isCut };
}

/** Where the kept part of a compaction begins; the compaction itself when it kept nothing of the path. */
function firstKept(index: EntryIndex, compaction: SessionEntry, compactedAt: number): number {
  if (compaction.type !== "compaction") return compactedAt;
  const kept = index.ordinalOf(compaction.firstKeptEntryId);
  return kept !== undefined && index.isAncestor(kept, compactedAt) ? kept : compactedAt;
}

/** Before the context: all that can decide anything but plain messages, and of those the newest few. */
function earlierDeciders(
  index: EntryIndex,
  { context, compactedAt }: Walk,
  hasCheckpoint: boolean,
  { earlierEntries, earlierMessages }: ReadLimits,
): EntryRef[] {
  const first = context[0];
  if (first === undefined || (hasCheckpoint && first.ordinal <= compactedAt)) return [];
  const from = index.parentOf(first.ordinal);
  const until = hasCheckpoint ? compactedAt : -1;
  const ordinals = [
    ...index.select(from, { kinds: DECIDERS, max: earlierEntries, until }),
    ...index.select(from, { kinds: ["message"], max: earlierMessages, until }),
  ].filter((ordinal) => ordinal !== until);
  return ordinals.sort((a, b) => a - b).map((ordinal) => index.at(ordinal) as EntryRef);
}

function itemsOf({ compaction, isCut }: Walk, entries: readonly SessionEntry[]): ContextItem[] {
  if (!isCut) return contextItems(entries);
  const shown = entries.slice(Math.max(0, entries.findIndex(isTurnStart)));
  const summary = compaction?.type === "compaction" ? summaryItem(compaction) : undefined;
  const after = shown.filter(({ type }) => type !== "compaction");
  return [...cutItem(entries[0], summary), ...applyChanges(after.flatMap(itemOf), entries)];
}

function isEntry(wanted: SessionEntry | undefined): (entry: SessionEntry) => boolean {
  return ({ id }) => id === wanted?.id;
}

/** Entry by entry, so that a long past is never in memory as a whole. */
function foldFrom(start: SessionState, entries: Iterable<SessionEntry>): SessionState {
  let state = start;
  for (const entry of entries) state = sessionState.step(state, entry);
  return state;
}
