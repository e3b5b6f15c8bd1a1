// Which messages a path of entries puts before the model: what was kept by the last compaction and
// everything after it, its summary first. Pure.
import type { SessionEntry, SessionMessage } from "../log/entry.ts";

/** Stands for everything that a compaction summed up. */
export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
}

/** Stands for a branch that was left. */
export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  fromId: string;
  timestamp: number;
}

/** Everything that can stand in a session's context. */
export type ContextMessage = SessionMessage | CompactionSummaryMessage | BranchSummaryMessage;

/** The messages of a path, root first. */
export function contextMessages(path: readonly SessionEntry[]): ContextMessage[] {
  const compactedAt = path.findLastIndex((entry) => entry.type === "compaction");
  const compaction = path[compactedAt];
  if (compaction?.type !== "compaction") return path.flatMap(messageOf);
  const keptFrom = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const kept = keptFrom === -1 || keptFrom > compactedAt ? [] : path.slice(keptFrom, compactedAt);
  return [
    {
      role: "compactionSummary",
      summary: compaction.summary,
      tokensBefore: compaction.tokensBefore,
      timestamp: Date.parse(compaction.timestamp),
    },
    ...kept.flatMap(messageOf),
    ...path.slice(compactedAt + 1).flatMap(messageOf),
  ];
}

/** What one entry contributes: at most one message. */
function messageOf(entry: SessionEntry): ContextMessage[] {
  const timestamp = Date.parse(entry.timestamp);
  if (entry.type === "message") return [entry.message];
  if (entry.type === "branch_summary") {
    return [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp }];
  }
  if (entry.type !== "custom_message") return [];
  const { customType, content, display, details, attribution } = entry;
  return [
    {
      role: "custom",
      customType,
      content,
      display,
      ...(details !== undefined && { details }),
      ...(attribution !== undefined && { attribution }),
      timestamp,
    },
  ];
}
