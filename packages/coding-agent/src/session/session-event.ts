// What a session says about itself: everything its runs say, and what it does between them. The names and
// fields are a public format.
import { type AgentEvent, toDeltaEvent } from "@oh-my-pi/pi-agent-core/agent-event";
import type { TodoTask } from "./state/todos.ts";

/** What a compaction left behind. */
export interface CompactionResult {
  readonly summary: string;
  /** A few words for lists. */
  readonly shortSummary?: string;
  readonly firstKeptEntryId: string;
  readonly tokensBefore: number;
  readonly details: Readonly<Record<string, unknown>>;
}

export type CompactionReason = "threshold" | "overflow" | "idle";

export type SessionEvent =
  | AgentEvent
  | {
      type: "auto_retry_start";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  | { type: "retry_fallback_applied"; from: string; to: string }
  | { type: "retry_fallback_succeeded"; model: string }
  | { type: "auto_compaction_start"; reason: CompactionReason }
  | {
      type: "auto_compaction_end";
      /** Null when nothing was compacted. */
      result: CompactionResult | null;
      aborted: boolean;
      willRetry: boolean;
      errorMessage?: string;
    }
  /** Something that the user should know and need not answer. */
  | { type: "session_note"; text: string }
  | { type: "session_title"; title: string }
  | { type: "todo_reminder"; todos: readonly TodoTask[]; attempt: number; maxAttempts: number }
  /** Other models can be used than before; `get_available_models` lists them. */
  | { type: "available_models_changed" };

/** Hears every event. A promise that it returns holds the run back until it is settled. */
export type SessionListener = (event: SessionEvent) => unknown;

/** Says an event; gives what to wait for before the next one, if anything. */
export type Emit = (event: SessionEvent) => Promise<unknown> | undefined;

/** Tells all listeners; a listener that fails is a defect and stops no other. */
export function tellListeners(
  listeners: Iterable<SessionListener>,
  event: SessionEvent,
  onDefect: (defect: unknown) => void,
): Promise<unknown> | undefined {
  const waits: Promise<unknown>[] = [];
  for (const listener of listeners) {
    try {
      const result = listener(event);
      if (result instanceof Promise) waits.push(result.catch(onDefect));
    } catch (error) {
      onDefect(error);
    }
  }
  return waits.length === 0 ? undefined : Promise.all(waits);
}

/** An event for a wire: streaming events carry the delta only. */
export function toWireEvent(event: SessionEvent): object {
  return event.type === "message_update" ? toDeltaEvent(event) : event;
}
