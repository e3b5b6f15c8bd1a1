// Where a conversation may be cut in two: what comes before is summed up, what comes after is kept as it is.
// A cut never separates a call from its result.
import type { AgentMessage } from "../loop/message.ts";
import { estimateMessage } from "./estimate-tokens.ts";

/** One entry of a log; entries without a message are notes about the ones around them. */
export interface CompactEntry {
  readonly id: string;
  readonly message?: AgentMessage;
  /** An earlier compaction: nothing before it is pulled over it. */
  readonly isCompaction?: boolean;
}

export interface CutPoint {
  /** Index of the first entry that is kept. */
  readonly firstKept: number;
  /** Where the turn that is cut in two began; -1 when the cut is between turns. */
  readonly turnStart: number;
}

/** True where a turn begins: anything said that is neither the model's nor a tool's. */
export function isTurnStart(message: AgentMessage): boolean {
  return message.role !== "assistant" && message.role !== "toolResult";
}

/**
 * The cut that keeps about `keepTokens` of the newest messages in `entries[start..end)`; nothing when
 * all of them are that new.
 */
export function findCutPoint(
  entries: readonly CompactEntry[],
  range: { readonly start: number; readonly end: number },
  keepTokens: number,
): CutPoint | undefined {
  const reached = reachedBackwards(entries, range, keepTokens);
  if (reached === undefined) return undefined;
  const at = nearestCut(entries, range, reached);
  if (at === undefined) return undefined;
  const firstKept = withNotesBefore(entries, range.start, at);
  if (firstKept <= range.start) return undefined;
  return { firstKept, turnStart: turnStartBefore(entries, range.start, at) };
}

/** The entry with which, counted from the end, there is enough. */
function reachedBackwards(
  entries: readonly CompactEntry[],
  { start, end }: { readonly start: number; readonly end: number },
  keepTokens: number,
): number | undefined {
  let tokens = 0;
  for (let index = end - 1; index >= start; index--) {
    const message = entries[index]?.message;
    if (message !== undefined) tokens += estimateMessage(message);
    if (tokens >= keepTokens) return index;
  }
  return undefined;
}

/** The next place at or after `from` where a cut may be, else the last one before it. */
function nearestCut(
  entries: readonly CompactEntry[],
  { start, end }: { readonly start: number; readonly end: number },
  from: number,
): number | undefined {
  for (let index = from; index < end; index++) if (canCutAt(entries[index])) return index;
  for (let index = from - 1; index >= start; index--) if (canCutAt(entries[index])) return index;
  return undefined;
}

function canCutAt(entry: CompactEntry | undefined): boolean {
  return entry?.message !== undefined && entry.message.role !== "toolResult";
}

/** Notes right before the cut belong to what is kept. */
function withNotesBefore(entries: readonly CompactEntry[], start: number, at: number): number {
  let first = at;
  while (first > start && isNote(entries[first - 1])) first--;
  return first;
}

function isNote(entry: CompactEntry | undefined): boolean {
  return entry?.message === undefined && entry?.isCompaction !== true;
}

function turnStartBefore(entries: readonly CompactEntry[], start: number, at: number): number {
  const cut = entries[at]?.message;
  if (cut === undefined || isTurnStart(cut)) return -1;
  for (let index = at - 1; index >= start; index--) {
    const message = entries[index]?.message;
    if (message !== undefined && isTurnStart(message)) return index;
  }
  return -1;
}
