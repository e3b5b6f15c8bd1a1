// Reads one response to its end, whatever that is: done, failed, cut off by an abort, or broken off without
// a word. Never rejects, and an abort never waits for the sender.
import {
  type AssistantMessageEvent,
  type AssistantStream,
  isTerminal,
} from "@oh-my-pi/pi-ai/event";
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import { messageOf } from "../tool/tool-failure.ts";
import { cutResponse, REQUEST_ABORTED_TEXT } from "./synthetic-message.ts";

type Progress = Exclude<AssistantMessageEvent, { type: "done" | "error" }>;

export interface ReadOptions {
  readonly open: () => AssistantStream;
  readonly signal: AbortSignal;
  /** Each event before the terminal one. */
  readonly onEvent: (event: Progress) => void;
  /** Whether the next event should wait, and for what. */
  readonly room: () => Promise<void> | undefined;
  /** A message for when nothing came at all. */
  readonly blank: () => AssistantMessage;
}

export interface FinishedResponse {
  readonly message: AssistantMessage;
  readonly facts?: ProviderErrorFacts;
}

const ABORTED = Symbol("aborted");

/** The finished message; `facts` tell why it failed, if the provider said so. */
export async function readResponse(options: ReadOptions): Promise<FinishedResponse> {
  const { open, signal, onEvent, room, blank } = options;
  let partial: AssistantMessage | undefined;
  const end = (stopReason: "error" | "aborted", errorMessage: string): FinishedResponse => ({
    message: cutResponse(partial ?? blank(), { stopReason, errorMessage }),
  });
  if (signal.aborted) return end("aborted", REQUEST_ABORTED_TEXT);
  using waiter = new AbortableWait(signal);
  try {
    const events = open()[Symbol.asyncIterator]();
    for (;;) {
      const next = await waiter.for(events.next());
      if (next === ABORTED) {
        events.return?.().catch(() => undefined); // the sender is gone for us; how it ends is its own
        return end("aborted", REQUEST_ABORTED_TEXT);
      }
      if (next.done) return end("error", "The response ended before it was complete.");
      const event = next.value;
      if (isTerminal(event)) return finish(event);
      ({ partial } = event);
      onEvent(event);
      const held = room();
      if (held !== undefined) await waiter.for(held);
    }
  } catch (error) {
    if (signal.aborted) return end("aborted", REQUEST_ABORTED_TEXT);
    return end("error", messageOf(error));
  }
}

function finish(
  event: Extract<AssistantMessageEvent, { type: "done" | "error" }>,
): FinishedResponse {
  if (event.type === "done") return { message: event.message };
  if (event.reason === "aborted") event.error.errorMessage = REQUEST_ABORTED_TEXT;
  return { message: event.error, facts: event.facts };
}

/** Waits for one promise after the other, each until it settles or the signal fires. */
class AbortableWait implements Disposable {
  readonly #signal: AbortSignal;
  #wake: ((value: typeof ABORTED) => void) | undefined;
  readonly #onAbort = (): void => this.#wake?.(ABORTED);

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // one listener for the whole response: racing each event against a promise would pile up reactions
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  for<T>(work: Promise<T>): Promise<T | typeof ABORTED> {
    const { promise, resolve, reject } = Promise.withResolvers<T | typeof ABORTED>();
    this.#wake = resolve;
    work.then(resolve, reject);
    if (this.#signal.aborted) resolve(ABORTED);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
}
