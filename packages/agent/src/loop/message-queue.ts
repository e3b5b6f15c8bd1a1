// Messages that wait for their moment in a run. A message leaves the queue only when it is put into the
// conversation, so that an abort never loses one.
import type { AgentMessage } from "./message.ts";

/** How much is taken at a time. */
export type QueueMode = "one-at-a-time" | "all";

/** Where a run looks for waiting messages. */
export interface MessageSource {
  hasPending(): boolean;
  /** Removes and returns what is to be said next. */
  take(): readonly AgentMessage[];
}

/** A queue in memory. */
export class MessageQueue implements MessageSource {
  mode: QueueMode;
  #waiting: AgentMessage[] = [];

  constructor(mode: QueueMode = "one-at-a-time") {
    this.mode = mode;
  }

  get pending(): readonly AgentMessage[] {
    return this.#waiting;
  }

  hasPending(): boolean {
    return this.#waiting.length > 0;
  }

  push(message: AgentMessage): void {
    this.#waiting.push(message);
  }

  take(): readonly AgentMessage[] {
    return this.#waiting.splice(0, this.mode === "all" ? this.#waiting.length : 1);
  }

  /** Empties the queue and returns what was in it, as when a user takes their words back. */
  clear(): readonly AgentMessage[] {
    return this.#waiting.splice(0);
  }
}
