// A session's messages as the log has them: what is written, what waits, what a model will be sent. The
// only part of a session that writes to the log.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { NewEntry, SessionEntry, SessionMessage } from "./log/entry.ts";
import type { SessionLog } from "./log/session-log.ts";
import { readPath } from "./read-path.ts";
import { isContextChange, shrinksContext } from "./state/context-changes.ts";
import {
  applyChanges,
  type ContextItem,
  type ContextMessage,
  itemOf,
} from "./state/context-messages.ts";
import { INBOX_TYPE, type InboxItem, type InboxKind } from "./state/inbox.ts";
import { sessionState, type SessionState } from "./state/session-state.ts";

/** Reads and writes the log on behalf of a session. */
export class Conversation {
  readonly log: SessionLog;
  #items: ContextItem[] = [];
  #messages: ContextMessage[] = [];
  #state: SessionState = sessionState.initial;
  #waiting: readonly InboxItem[] = [];
  /** Answers before this entry counted a context that is no longer sent. */
  #changedAt = -1;
  /** Messages whose entry is written already, or that are an inbox item's. */
  readonly #written = new WeakSet<object>();
  readonly #queueIds = new WeakMap<object, string>();

  constructor(log: SessionLog) {
    this.log = log;
    this.#load();
  }

  /** Everything that stands before the model, oldest first; one array that grows until the context changes. */
  get messages(): readonly ContextMessage[] {
    return this.#messages;
  }

  /** The same with the entries that the messages come from. */
  get items(): readonly ContextItem[] {
    return this.#items;
  }

  /** Index of the first message that was said in the context as it is now. */
  get freshFrom(): number {
    const { index } = this.log;
    const at = this.#items.findIndex(
      ({ entryId }) => (index.ordinalOf(entryId) ?? 0) > this.#changedAt,
    );
    return at === -1 ? this.#items.length : at;
  }

  /** What the path has decided. */
  get state(): SessionState {
    return this.#state;
  }

  /** What was accepted and not yet said. */
  get waiting(): readonly InboxItem[] {
    return this.#waiting;
  }

  /** Something is there that nobody could say again. */
  get hasAnswer(): boolean {
    return this.#messages.some(
      (message) =>
        message.role === "assistant" ||
        message.role === "compactionSummary" ||
        (message.role === "custom" && message.display),
    );
  }

  /** Writes an entry below the leaf; it is in the file, and in force, when this returns. */
  append(entry: NewEntry): SessionEntry {
    const written = this.log.append(entry);
    this.#state = sessionState.step(this.#state, written);
    const [item] = itemOf(written);
    if (item !== undefined) this.#add(item);
    else if (written.type === "compaction") this.#load();
    else if (isContextChange(written)) this.#change(written);
    return written;
  }

  /** Writes a message, once; later calls for the same object do nothing. */
  write(message: AgentMessage): void {
    if (this.#written.has(message)) return;
    const queueId = this.#queueIds.get(message);
    const written = this.log.append(toEntry(message, queueId));
    this.#written.add(message);
    this.#state = sessionState.step(this.#state, written);
    this.#add({ entryId: written.id, message });
    if (queueId !== undefined) this.#waiting = this.#waiting.filter((item) => item.id !== queueId);
  }

  /** Accepts a message for later; it is in the log when this returns. */
  accept(kind: InboxKind, message: UserMessage): InboxItem {
    const item: InboxItem = { id: crypto.randomUUID(), kind, message };
    this.append({ type: "custom", customType: INBOX_TYPE, data: { op: "add", item } });
    this.#waiting = [...this.#waiting, item];
    this.#queueIds.set(message, item.id);
    return item;
  }

  /** Takes back what waits, newest last. */
  takeBack(): readonly InboxItem[] {
    const taken = this.#waiting;
    for (const { id } of taken)
      this.append({ type: "custom", customType: INBOX_TYPE, data: { op: "drop", id } });
    this.#waiting = [];
    return taken;
  }

  /** Goes on from another entry, or from a new root. False when there is no such entry. */
  branch(entryId: string | null): boolean {
    const waiting = this.#waiting;
    if (!this.log.branch(entryId)) return false;
    this.#load();
    // The inbox belongs to the session, not to a branch: nothing that waits is lost, nothing is said twice.
    if (!hasSameItems(waiting, this.#waiting)) {
      const data = { op: "set", items: waiting };
      this.append({ type: "custom", customType: INBOX_TYPE, data });
      this.#waiting = waiting;
    }
    return true;
  }

  #load(): void {
    const { items, state, changedAt } = readPath(this.log);
    this.#replace(items);
    this.#state = state;
    this.#changedAt = changedAt;
    // Items that wait keep their message object: a run may hold it already.
    const known = new Map(this.#waiting.map((item) => [item.id, item]));
    this.#waiting = state.inbox.map((item) => known.get(item.id) ?? item);
    for (const { id, message } of this.#waiting) this.#queueIds.set(message, id);
  }

  #change(entry: SessionEntry): void {
    this.#replace(applyChanges(this.#items, [entry]));
    if (shrinksContext(entry)) this.#changedAt = this.log.count - 1;
  }

  #add(item: ContextItem): void {
    this.#items.push(item);
    this.#messages.push(item.message);
  }

  #replace(items: ContextItem[]): void {
    this.#items = items;
    this.#messages = items.map(({ message }) => message);
  }
}

function toEntry(message: AgentMessage, queueId: string | undefined): NewEntry {
  if (message.role !== "custom")
    return {
      type: "message",
      message: message as SessionMessage,
      ...(queueId !== undefined && { queueId }),
    };
  const { role: _, timestamp: __, ...fields } = message;
  return { type: "custom_message", ...fields };
}

function hasSameItems(some: readonly InboxItem[], others: readonly InboxItem[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);
}
