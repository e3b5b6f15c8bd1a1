// Which messages a path of entries puts before the model: what was kept by the last compaction and
// everything after it, its summary first, without what was set aside. Pure.
import type { ProviderHistory } from "@oh-my-pi/pi-ai/message";
import type { SessionEntry, SessionMessage } from "../log/entry.ts";
import {
  PRUNED_TYPE,
  type PrunedResults,
  SET_ASIDE_TYPE,
  type SetAside,
} from "./context-changes.ts";
import { remoteHistory } from "./remote-history.ts";

/** Stands for everything that a compaction summed up. */
export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
  /** What the provider made of it, for that provider. */
  providerPayload?: ProviderHistory;
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

/** A message of the context and the entry it comes from. */
export interface ContextItem {
  readonly entryId: string;
  readonly message: ContextMessage;
  /** Of a compaction that omp made: what it recorded beside its summary. */
  readonly details?: unknown;
}

/** The context of a path, root first. */
export function contextItems(path: readonly SessionEntry[]): ContextItem[] {
  const compactedAt = path.findLastIndex((entry) => entry.type === "compaction");
  const compaction = path[compactedAt];
  if (compaction?.type !== "compaction") return applyChanges(path.flatMap(itemOf), path);
  const keptFrom = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  const kept = keptFrom === -1 || keptFrom > compactedAt ? [] : path.slice(keptFrom, compactedAt);
  const items = [...kept, ...path.slice(compactedAt + 1)].flatMap(itemOf);
  return [summaryItem(compaction), ...applyChanges(items, path)];
}

/** A compaction as the context has it. */
export function summaryItem(
  compaction: Extract<SessionEntry, { type: "compaction" }>,
): ContextItem {
  const message: CompactionSummaryMessage = {
    role: "compactionSummary",
    summary: compaction.summary,
    tokensBefore: compaction.tokensBefore,
    timestamp: Date.parse(compaction.timestamp),
    ...remoteHistory(compaction.preserveData),
  };
  const details = compaction.fromExtension === true ? undefined : compaction.details;
  return { entryId: compaction.id, message, details };
}

/** The messages of a path, root first. */
export function contextMessages(path: readonly SessionEntry[]): ContextMessage[] {
  return contextItems(path).map(({ message }) => message);
}

/** The message that one entry adds to the context, if it does. */
export function itemOf(entry: SessionEntry): ContextItem[] {
  return messageOf(entry).map((message) => ({ entryId: entry.id, message }));
}

/** A context after the changes that these entries make to what stands before them. */
export function applyChanges(
  items: readonly ContextItem[],
  entries: readonly SessionEntry[],
): ContextItem[] {
  const aside = new Set<string>();
  const short = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type !== "custom") continue;
    if (entry.customType === SET_ASIDE_TYPE)
      for (const id of (entry.data as Partial<SetAside> | undefined)?.ids ?? []) aside.add(id);
    if (entry.customType === PRUNED_TYPE)
      for (const { id, text } of (entry.data as Partial<PrunedResults> | undefined)?.results ?? [])
        short.set(id, text);
  }
  if (aside.size + short.size === 0) return [...items];
  return items
    .filter(({ entryId }) => !aside.has(entryId))
    .map((item) => shortened(item, short.get(item.entryId)));
}

function shortened(item: ContextItem, text: string | undefined): ContextItem {
  if (text === undefined || item.message.role !== "toolResult") return item;
  return { ...item, message: { ...item.message, content: [{ type: "text", text }] } };
}

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
