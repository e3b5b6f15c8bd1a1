// What stands in a context for entries that are too many to be read: a session whose conversation was never
// summed up opens all the same, and the model is told that it does not see everything.
import type { SessionEntry } from "./log/entry.ts";
import type { ContextItem } from "./state/context-messages.ts";

const NOTE =
  "The part of this conversation that came next is too long to be shown; it is in the session file.";

/** One message that says what is missing, after the summary of what was before that. */
export function cutItem(
  first: SessionEntry | undefined,
  summary: ContextItem | undefined,
): ContextItem[] {
  if (first === undefined) return summary === undefined ? [] : [summary];
  const told = summary?.message.role === "compactionSummary" ? summary.message.summary : undefined;
  return [
    {
      entryId: summary?.entryId ?? first.parentId ?? first.id,
      message: {
        role: "compactionSummary",
        summary: told === undefined ? NOTE : `${told}\n\n${NOTE}`,
        tokensBefore: 0,
        timestamp: Date.parse(first.timestamp),
      },
      details: summary?.details,
    },
  ];
}

/** True where a conversation can begin: nothing after it answers something before it. */
export function isTurnStart(entry: SessionEntry): boolean {
  if (entry.type === "custom_message" || entry.type === "branch_summary") return true;
  if (entry.type !== "message") return false;
  return entry.message.role === "user" || entry.message.role === "bashExecution";
}
