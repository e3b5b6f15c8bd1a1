// How a session is handed off: the document, the to-do list and the words with which the next one begins. Who
// opens that one is decided by the face.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HandOffDocument } from "./compaction/hand-off.ts";
import type { Conversation } from "./conversation.ts";
import { artifactsPath } from "./log/session-place.ts";
import type { OpenedSession, OpenNext } from "./opened-session.ts";
import type { SessionEvent } from "./session-event.ts";
import { TODOS_TYPE } from "./state/todos.ts";

/** Opens the next session and begins it with the document. */
export async function beginFromDocument(
  { log, state }: Conversation,
  { text: content, details }: HandOffDocument,
  open: OpenNext,
): Promise<OpenedSession> {
  const next = await open({ kind: "new", parentSession: log.header.id });
  const { todos } = state;
  if (todos.length > 0)
    next.record({ type: "custom", customType: TODOS_TYPE, data: { phases: todos } });
  next.record({
    type: "custom_message",
    customType: "handoff",
    content,
    display: true,
    details,
    attribution: "agent",
  });
  return next;
}

/** Keeps a document beside the session that it comes from, and says where, or why not. */
export function keepDocument(
  { log }: Conversation,
  { text }: HandOffDocument,
  nowMs: number,
  hearer: { emit(event: SessionEvent): void },
): void {
  if (log.file === undefined) return;
  const folder = artifactsPath(log.file);
  const stamp = new Date(nowMs).toISOString().replaceAll(/[:.]/g, "-");
  const path = join(folder, `handoff-${stamp}.md`);
  const note = (told: string): void => hearer.emit({ type: "session_note", text: told });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${text}\n`, { flag: "wx", mode: 0o600 });
    note(`The handoff document is kept in ${path}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    note(`The handoff document could not be kept: ${reason}`);
  }
}
