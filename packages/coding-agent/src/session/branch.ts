// Going back to an earlier point of the conversation. What is left stays in the file; it may be summed up
// where the conversation goes on.
import type { SessionEntry } from "./log/entry.ts";
import type { SessionLog } from "./log/session-log.ts";
import { summarizeBranch } from "./compaction/branch-summary.ts";
import type { SessionInside } from "./session-inside.ts";
import * as declared from "./settings.ts";

/** The user messages of the path, oldest first. */
export function branchPoints(log: SessionLog): { entryId: string; text: string }[] {
  return log.path().flatMap((ref) => {
    const entry = ref.type === "message" ? log.read(ref) : undefined;
    const text = entry && userText(entry);
    return text === undefined ? [] : [{ entryId: ref.id, text }];
  });
}

/** Goes back to before a user message and gives its text; undefined when there is no such message. */
export async function branchBefore(
  { conversation, settings, runner }: SessionInside,
  entryId: string,
): Promise<string | undefined> {
  const { log } = conversation;
  const entry = log.get(entryId);
  const text = entry && userText(entry);
  if (entry === undefined || text === undefined) return undefined;
  const left = conversation.items.slice(
    Math.max(
      0,
      conversation.items.findIndex((item) => item.entryId === entryId),
    ),
  );
  const summary = settings.get(declared.branchSummaryEnabled)
    ? await runner.exclusively((port) => summarizeBranch(left, port))
    : undefined;
  conversation.branch(entry.parentId);
  if (summary !== undefined)
    conversation.append({ type: "branch_summary", fromId: entryId, ...summary });
  return text;
}

function userText(entry: SessionEntry): string | undefined {
  if (entry.type !== "message" || entry.message.role !== "user") return undefined;
  const { content } = entry.message;
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
