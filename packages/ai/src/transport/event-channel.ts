// The way from the producer of unified events to the one who iterates them: gathers deltas that come
// in quick succession, and tells the producer when it is too far ahead. Knows nothing of the wire.
import type { AssistantMessageEvent } from "../model/event.ts";
import type { Clock } from "./clock.ts";

type DeltaEvent = Extract<AssistantMessageEvent, { delta: string }>;

/** Characters of undelivered deltas, and undelivered events, at which the producer should wait. */
const MAX_WAITING_CHARACTERS = 64 * 1024;
const MAX_WAITING_EVENTS = 1024;

export class EventChannel implements AsyncIterableIterator<AssistantMessageEvent> {
  readonly #clock: Clock;
  readonly #mergeWindowMs: number;
  /** Called when the consumer leaves before the end. */
  readonly #onReturn: () => void;
  #queue: AssistantMessageEvent[] = [];
  #head = 0;
  #waitingCharacters = 0;
  /** A delta that is not due yet, in pieces. */
  #gathered: { readonly event: DeltaEvent; readonly pieces: string[] } | undefined;
  #cancelTimer: (() => void) | undefined;
  #lastDelta: { type: string; contentIndex: number; atMs: number } | undefined;
  #wakeConsumer: (() => void) | undefined;
  #wakeProducer: (() => void) | undefined;
  #isClosed = false;
  #isIterated = false;
  #isUnbounded = false;

  constructor(clock: Clock, mergeWindowMs: number, onReturn: () => void) {
    this.#clock = clock;
    this.#mergeWindowMs = mergeWindowMs;
    this.#onReturn = onReturn;
  }

  /** Takes an event; deltas may wait up to the merge window, everything else goes out at once. */
  push(event: AssistantMessageEvent): void {
    if (this.#isClosed) return;
    if (isDelta(event) && this.#mergeWindowMs > 0) this.#gather(event);
    else {
      this.#flush();
      this.#deliver(event);
    }
  }

  /** No event will follow. */
  close(): void {
    this.#flush();
    this.#isClosed = true;
    this.#wakeConsumer?.();
    this.#wakeProducer?.();
  }

  /** Undefined while there is room; else a promise for the moment when there is again. */
  room(): Promise<void> | undefined {
    if (this.#hasRoom()) return undefined;
    this.#flush();
    return new Promise((resolve) => {
      this.#wakeProducer = () => {
        if (!this.#hasRoom()) return;
        this.#wakeProducer = undefined;
        resolve();
      };
    });
  }

  /** Nobody may ever iterate: keep what comes, in merged form, without a bound. */
  liftBound(): void {
    this.#isUnbounded = true;
    this.#wakeProducer?.();
  }

  [Symbol.asyncIterator](): this {
    this.#isIterated = true;
    return this;
  }

  async next(): Promise<IteratorResult<AssistantMessageEvent, undefined>> {
    this.#isIterated = true;
    let value = this.#queue[this.#head];
    while (value === undefined) {
      if (this.#isClosed) return { done: true, value };
      await new Promise<void>((resolve) => {
        this.#wakeConsumer = resolve;
      });
      value = this.#queue[this.#head];
    }
    this.#head++;
    if (isDelta(value)) this.#waitingCharacters -= value.delta.length;
    if (this.#head === this.#queue.length || this.#head > MAX_WAITING_EVENTS) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    this.#wakeProducer?.();
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<AssistantMessageEvent, undefined>> {
    this.#onReturn();
    this.#queue = [];
    this.#head = 0;
    this.#waitingCharacters = 0;
    this.#isUnbounded = true;
    this.close();
    return { done: true, value: undefined };
  }

  #hasRoom(): boolean {
    if (this.#isClosed || (this.#isUnbounded && !this.#isIterated)) return true;
    return (
      this.#waitingCharacters < MAX_WAITING_CHARACTERS &&
      this.#queue.length - this.#head < MAX_WAITING_EVENTS
    );
  }

  #gather(event: DeltaEvent): void {
    const gathered = this.#gathered;
    if (gathered !== undefined && isSameBlock(gathered.event, event)) {
      gathered.pieces.push(event.delta);
      this.#waitingCharacters += event.delta.length;
      return;
    }
    this.#flush();
    const nowMs = this.#clock.now();
    const last = this.#lastDelta;
    const dueMs =
      last !== undefined && isSameBlock(last, event) ? last.atMs + this.#mergeWindowMs : nowMs;
    if (nowMs >= dueMs) {
      this.#deliverDelta({ ...event }, nowMs);
      return;
    }
    this.#gathered = { event, pieces: [event.delta] };
    this.#waitingCharacters += event.delta.length;
    this.#cancelTimer = this.#clock.setTimer(() => {
      this.#cancelTimer = undefined;
      this.#flush();
    }, dueMs - nowMs);
  }

  #flush(): void {
    const gathered = this.#gathered;
    if (gathered === undefined) return;
    this.#gathered = undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const delta = gathered.pieces.join("");
    this.#waitingCharacters -= delta.length;
    this.#deliverDelta({ ...gathered.event, delta }, this.#clock.now());
  }

  #deliverDelta(event: DeltaEvent, atMs: number): void {
    this.#lastDelta = { type: event.type, contentIndex: event.contentIndex, atMs };
    const tail = this.#queue.at(-1);
    this.#waitingCharacters += event.delta.length;
    // A consumer who lags behind gets one long delta instead of many short ones.
    if (this.#head < this.#queue.length && tail && isDelta(tail) && isSameBlock(tail, event)) {
      tail.delta += event.delta;
    } else this.#enqueue(event);
  }

  #deliver(event: AssistantMessageEvent): void {
    if (isDelta(event)) this.#waitingCharacters += event.delta.length;
    this.#enqueue(event);
  }

  #enqueue(event: AssistantMessageEvent): void {
    this.#queue.push(event);
    this.#wakeConsumer?.();
    this.#wakeConsumer = undefined;
  }
}

function isDelta(event: AssistantMessageEvent): event is DeltaEvent {
  return "delta" in event;
}

function isSameBlock(
  a: { type: string; contentIndex: number },
  b: { type: string; contentIndex: number },
): boolean {
  return a.type === b.type && a.contentIndex === b.contentIndex;
}
