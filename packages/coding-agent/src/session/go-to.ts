// Going to another place in the tree of a session: before one of the person's messages, to say it anew, or after
// anything else. What is left stays in the file; it may be summed up where the conversation goes on.
import type { EntryRef } from "./log/entry-index.ts";
import type { SessionEntry } from "./log/entry.ts";
import type { SessionInside } from "./session-inside.ts";

/** Where the conversation went. */
export interface WentTo {
  /** The message that may be said anew, where one was chosen. */
  readonly text: string | undefined;
  /** What was left is summed up where the conversation goes on. */
  readonly isSummed: boolean;
}

/** What becomes of the way that is left. */
export interface GoToOptions {
  readonly isSummed: boolean;
  /** What the summary shall be about, in the person's words. */
  readonly instructions?: string;
}

/** Goes to an entry; undefined when there is no such entry. A run that goes on is stopped first. */
export async function goTo(
  inside: SessionInside,
  entryId: string,
  { isSummed: isWanted, instructions }: GoToOptions,
): Promise<WentTo | undefined> {
  const { conversation, runner } = inside;
  const entry = conversation.log.get(entryId);
  if (entry === undefined) return undefined;
  await runner.abort();
  const text = promptText(entry);
  const target = text === undefined ? entry.id : entry.parentId;
  const left = isWanted ? leftItems(inside, target) : [];
  const { summarizeBranch } = await import("./compaction/branch-summary.ts");
  const summary =
    left.length === 0
      ? undefined
      : await runner.exclusively((port) => summarizeBranch(left, port, instructions));
  const fromId = conversation.log.leafId;
  conversation.branch(target);
  if (summary !== undefined && fromId !== null)
    conversation.append({ type: "branch_summary", fromId, ...summary });
  return { text, isSummed: summary !== undefined };
}

/** What stands in the context now and would not after going to `target`. */
function leftItems({ conversation }: SessionInside, target: string | null) {
  const { log, items } = conversation;
  const kept = new Set(log.path(target).map(({ id }: EntryRef) => id));
  return items.filter(({ entryId }) => !kept.has(entryId));
}

/** The text of a message that the person typed, or of one that was put in their place; undefined for anything else. */
function promptText(entry: SessionEntry): string | undefined {
  const content = saidContent(entry);
  if (content === undefined) return undefined;
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

function saidContent(entry: SessionEntry) {
  if (entry.type === "custom_message") return entry.content;
  return entry.type === "message" && entry.message.role === "user"
    ? entry.message.content
    : undefined;
}
