// Decides what a compaction sums up and what it keeps. Pure: the caller asks a model and writes the log.
import type { AgentMessage } from "../loop/message.ts";
import { type CompactEntry, findCutPoint } from "./cut-point.ts";
import { contextTokens, estimateMessages } from "./estimate-tokens.ts";
import {
  collectFileOperations,
  type FileLists,
  toFileLists,
  touchesByName,
  type TouchesOf,
} from "./file-lists.ts";

/** The compaction that the log already has on this branch. */
export interface EarlierCompaction {
  /** Index of its entry. */
  readonly index: number;
  /** Index of the first entry it kept, if that is known: those are summed up now. */
  readonly keptFrom?: number;
  readonly summary: string;
  /** Its file lists, if we made it and so can trust them. */
  readonly files?: FileLists;
}

export interface CompactionInput {
  readonly entries: readonly CompactEntry[];
  readonly earlier?: EarlierCompaction;
  /** Messages as the model is sent them now, for their size. */
  readonly context: readonly AgentMessage[];
  readonly keepRecentTokens: number;
  readonly touchesOf?: TouchesOf;
}

export interface CompactionPlan {
  readonly firstKeptId: string;
  readonly messagesToSummarize: readonly AgentMessage[];
  /** Beginning of the turn that is cut in two; empty when none is. */
  readonly turnPrefixMessages: readonly AgentMessage[];
  readonly keptTokens: number;
  readonly tokensBefore: number;
  readonly previousSummary?: string;
  readonly files: FileLists;
}

/** A plan, or nothing when there is not enough to sum up. */
export function prepareCompaction(input: CompactionInput): CompactionPlan | undefined {
  const { entries, earlier, touchesOf = touchesByName } = input;
  const start = earlier === undefined ? 0 : (earlier.keptFrom ?? earlier.index + 1);
  const range = { start, end: entries.length };
  const { tokens, measured, measuredAt } = contextTokens(input.context);
  const estimated = estimateMessages(input.context.slice(0, measuredAt + 1));
  const keepTokens = adaptKeepTokens(input.keepRecentTokens, measured, estimated);
  const cut = findCutPoint(entries, range, keepTokens);
  if (cut === undefined) return undefined;
  const { firstKept, turnStart } = cut;
  const historyEnd = turnStart === -1 ? firstKept : turnStart;
  const messagesToSummarize = messagesOf(entries, range.start, historyEnd);
  const turnPrefixMessages = messagesOf(entries, historyEnd, firstKept);
  if (messagesToSummarize.length + turnPrefixMessages.length === 0) return undefined;
  const gone = [...messagesToSummarize, ...turnPrefixMessages];
  return {
    firstKeptId: entries[firstKept]!.id,
    messagesToSummarize,
    turnPrefixMessages,
    keptTokens: estimateMessages(messagesOf(entries, firstKept, range.end)),
    tokensBefore: tokens,
    ...(earlier !== undefined && { previousSummary: earlier.summary }),
    files: toFileLists(collectFileOperations(gone, touchesOf, earlier?.files)),
  };
}

/** Keeps less, by our count, where the provider counts more than we do. */
export function adaptKeepTokens(keepTokens: number, measured: number, estimated: number): number {
  if (measured <= 0 || estimated <= 0 || measured <= estimated) return keepTokens;
  return Math.max(1, Math.floor((keepTokens * estimated) / measured));
}

function messagesOf(entries: readonly CompactEntry[], start: number, end: number): AgentMessage[] {
  return entries
    .slice(start, end)
    .flatMap(({ message }) => (message === undefined ? [] : [message]));
}
