// Chooses what of an abandoned branch is summed up: the newest that fits, and the files of all of it.
import type { AgentMessage } from "../loop/message.ts";
import { estimateMessage } from "./estimate-tokens.ts";
import {
  collectFileOperations,
  type FileLists,
  toFileLists,
  touchesByName,
  type TouchesOf,
} from "./file-lists.ts";

/** One message of the branch; summaries of earlier branches bring their own lists. */
export interface BranchEntry {
  readonly message: AgentMessage;
  readonly isSummary?: boolean;
  /** Of a summary that we made. */
  readonly files?: FileLists;
}

export interface BranchPlan {
  readonly messages: readonly AgentMessage[];
  readonly files: FileLists;
  readonly tokens: number;
}

/** A summary may still be taken when the budget is this full. */
const SUMMARY_EDGE = 0.9;

/** What the model may be sent of a branch. */
export function branchBudget(contextWindow: number, reserveTokens: number): number {
  return Math.max(0, contextWindow - reserveTokens);
}

/** Walks back from the newest until the budget is used. */
export function prepareBranch(
  entries: readonly BranchEntry[],
  budgetTokens: number,
  touchesOf: TouchesOf = touchesByName,
): BranchPlan {
  const chosen: AgentMessage[] = [];
  let tokens = 0;
  for (let index = entries.length - 1; index >= 0; index--) {
    const { message, isSummary } = entries[index]!;
    const size = estimateMessage(message);
    const fits = tokens + size <= budgetTokens;
    if (!fits && !(isSummary && tokens < budgetTokens * SUMMARY_EDGE)) break;
    chosen.push(message);
    tokens += size;
  }
  return { messages: chosen.reverse(), files: filesOf(entries, touchesOf), tokens };
}

function filesOf(entries: readonly BranchEntry[], touchesOf: TouchesOf): FileLists {
  const known = {
    readFiles: entries.flatMap(({ files }) => files?.readFiles ?? []),
    modifiedFiles: entries.flatMap(({ files }) => files?.modifiedFiles ?? []),
  };
  const messages = entries.map(({ message }) => message);
  return toFileLists(collectFileOperations(messages, touchesOf, known));
}
