// Finds the checkpoint that is in force in a context: the last one that was set and not rewound to since. The log is the
// only memory of it. Pure.
import type { Checkpoint } from "../../services/checkpoints.ts";
import type { ContextItem } from "../state/context-messages.ts";

/** `customType` of the hidden message that keeps the report of an investigation. */
export const REWIND_REPORT_TYPE = "rewind-report";

export interface CheckpointMark extends Checkpoint {
  /** Entry of the tool result that set it. */
  readonly entryId: string;
  /** Last entry of the same batch of results: nothing before it may be cut, or calls would stay unanswered. */
  readonly lastEntryId: string;
}

export function markIn(items: readonly ContextItem[]): CheckpointMark | undefined {
  const at = items.findLastIndex((item) => checkpointOf(item) !== undefined);
  const item = items[at];
  const checkpoint = item && checkpointOf(item);
  if (item === undefined || checkpoint === undefined) return undefined;
  const after = items.slice(at + 1);
  if (after.some(({ message }) => endsCheckpoint(message))) return undefined;
  const next = after.findIndex(({ message }) => message.role !== "toolResult");
  const batch = next === -1 ? after : after.slice(0, next);
  return { ...checkpoint, entryId: item.entryId, lastEntryId: (batch.at(-1) ?? item).entryId };
}

function endsCheckpoint(message: ContextItem["message"]): boolean {
  if (message.role === "custom") return message.customType === REWIND_REPORT_TYPE;
  return message.role === "assistant" && message.stopReason === "aborted";
}

function checkpointOf({ message }: ContextItem): Checkpoint | undefined {
  if (message.role !== "toolResult" || message.toolName !== "checkpoint" || message.isError)
    return undefined;
  const { goal, startedAt } = (message.details ?? {}) as Partial<Checkpoint>;
  if (typeof goal !== "string" || typeof startedAt !== "string") return undefined;
  return { goal, startedAt };
}
