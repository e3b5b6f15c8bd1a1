// A session's messages as the log has them: what is written, what waits, what a model will be sent.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { NewEntry, SessionEntry, SessionMessage } from "./log/entry.ts";
import type { EntryRef } from "./log/entry-index.ts";
import type { SessionLog } from "./log/session-log.ts";
import { type ContextMessage, contextMessages } from "./state/context-messages.ts";
import { foldPath } from "./state/fold.ts";
import { inbox, INBOX_TYPE, type InboxItem, type InboxKind } from "./state/inbox.ts";

/** Reads and writes the log on behalf of a session. */
export class Conversation {
  readonly #log: SessionLog;
  #messages: ContextMessage[];
  #waiting: InboxItem[];
  /** Messages whose entry is written already, or that are an inbox item's. */
  readonly #written = new WeakSet<object>();
  readonly #queueIds = new WeakMap<object, string>();

  constructor(log: SessionLog) {
    this.#log = log;
    const entries = readContext(log);
    this.#messages = contextMessages(entries);
    this.#waiting = [...foldPath(inbox, readInboxEntries(log))];
    for (const { id, message } of this.#waiting) this.#queueIds.set(message, id);
  }

  /** Everything that stands before the model, oldest first. */
  get messages(): readonly ContextMessage[] {
    return this.#messages;
  }

  /** What was accepted and not yet said. */
  get waiting(): readonly InboxItem[] {
    return this.#waiting;
  }

  get hasAnswer(): boolean {
    return this.#messages.some((message) => message.role === "assistant");
  }

  /** Writes a message, once; later calls for the same object do nothing. */
  write(message: AgentMessage): void {
    if (this.#written.has(message)) return;
    const queueId = this.#queueIds.get(message);
    this.#append({
      type: "message",
      message: message as SessionMessage,
      ...(queueId !== undefined && { queueId }),
    });
    this.#written.add(message);
    this.#messages.push(message);
    if (queueId !== undefined) this.#waiting = this.#waiting.filter((item) => item.id !== queueId);
  }

  /** Accepts a message for later; it is in the log when this returns. */
  accept(kind: InboxKind, message: UserMessage): InboxItem {
    const item: InboxItem = { id: crypto.randomUUID(), kind, message };
    this.#append({ type: "custom", customType: INBOX_TYPE, data: { op: "add", item } });
    this.#waiting = [...this.#waiting, item];
    this.#queueIds.set(message, item.id);
    return item;
  }

  /** Takes back what waits, newest last. */
  takeBack(): readonly InboxItem[] {
    const taken = this.#waiting;
    for (const { id } of taken)
      this.#append({ type: "custom", customType: INBOX_TYPE, data: { op: "drop", id } });
    this.#waiting = [];
    return taken;
  }

  #append(entry: NewEntry): SessionEntry {
    return this.#log.append(entry);
  }
}

/** The entries that context is made of: from what the last compaction kept, or from the root. */
function readContext(log: SessionLog): SessionEntry[] {
  const path = log.path();
  const compactedAt = path.findLastIndex((ref) => ref.type === "compaction");
  const compaction = compactedAt === -1 ? undefined : log.read(path[compactedAt] as EntryRef);
  const keptId = compaction?.type === "compaction" ? compaction.firstKeptEntryId : undefined;
  const from =
    keptId === undefined
      ? 0
      : Math.max(
          0,
          path.findIndex((ref) => ref.id === keptId),
        );
  const refs =
    keptId === undefined || from <= compactedAt ? path.slice(from) : path.slice(compactedAt);
  return refs.flatMap((ref) => log.read(ref) ?? []);
}

/** Only entries that can change the inbox, after the last answer: what waited longer was said by then. */
function readInboxEntries(log: SessionLog): SessionEntry[] {
  return log
    .path()
    .flatMap((ref) =>
      ref.type === "custom" || ref.type === "message" ? (log.read(ref) ?? []) : [],
    );
}
