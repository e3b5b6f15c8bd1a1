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

/** Events between a run and whoever iterates it; holds those not yet read. */
export class EventChannel implements AsyncIterable<AgentEvent> {
  #events: AgentEvent[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  push(event: AgentEvent): void {
    this.#events.push(event);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
    for (;;) {
      const batch = this.#events;
      this.#events = [];
      yield* batch;
      if (this.#events.length > 0) continue;
      if (this.#isClosed) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
