// A run as its caller holds it: events in order, and the messages it added once it has ended.
import type { RunReport } from "../telemetry/run-report.ts";
import type { AgentEvent } from "./event.ts";
import type { AgentMessage } from "./message.ts";

/** Iterate once for events, or wait for the result; the run goes on either way. */
export interface AgentRun extends AsyncIterable<AgentEvent> {
  /** What the run added to the conversation; never rejects. */
  result(): Promise<readonly AgentMessage[]>;
}

export interface RunDetails extends RunReport {
  readonly messages: readonly AgentMessage[];
}

/** A run that also tells what it amounted to. */
export interface DetailedAgentRun extends AgentRun {
  detailed(): Promise<RunDetails>;
}

/** Events that may be unread before the run waits for its reader. */
const MAX_UNREAD = 16;

/** Events between a run and whoever iterates it; holds those not yet read. */
export class EventChannel implements AsyncIterable<AgentEvent> {
  #events: AgentEvent[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;
  #isRead = false;
  #unread = 0;
  #caughtUp: PromiseWithResolvers<void> | undefined;

  push(event: AgentEvent): void {
    this.#unread++;
    this.#events.push(event);
    this.#wake?.();
  }

  /** Undefined while whoever iterates keeps up, or nobody does; otherwise resolves when they caught up or left. */
  room(): Promise<void> | undefined {
    if (!this.#isRead || this.#unread < MAX_UNREAD) return undefined;
    return (this.#caughtUp ??= Promise.withResolvers()).promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
    this.#isRead = true;
    try {
      for (;;) {
        const batch = this.#events;
        this.#events = [];
        for (const event of batch) {
          yield event;
          if (--this.#unread < MAX_UNREAD) this.#wakeRun();
        }
        if (this.#events.length > 0) continue;
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#isRead = false;
      this.#wakeRun();
    }
  }

  #wakeRun(): void {
    this.#caughtUp?.resolve();
    this.#caughtUp = undefined;
  }
}
