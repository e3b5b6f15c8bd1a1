// A session as server-sent events: each frame is one `data:` line. What waits for the reader is bounded.
import type { Room } from "./room.ts";
import { MAX_LAG_BYTES, MAX_WAITING_BYTES, type Seat } from "./seat.ts";

export interface EventStreamOptions {
  readonly isHost: boolean;
  /** Begins with what there is already. */
  readonly withSnapshot: boolean;
  readonly onClose: () => void;
}

/** The stream of a room from now on. */
export function eventStream(room: Room, options: EventStreamOptions): ReadableStream<string> {
  const seat = new StreamSeat(options.isHost);
  const begin = (): void => {
    if (options.withSnapshot) seat.send(JSON.stringify(room.snapshot));
    const leave = room.join(seat);
    seat.onGone(() => {
      leave();
      options.onClose();
    });
  };
  return new ReadableStream<string>(
    {
      start: begin,
      async pull(controller) {
        const text = await seat.next();
        if (text === undefined) controller.close();
        else controller.enqueue(text);
      },
      cancel: () => seat.leave("The reader went away."),
    },
    { highWaterMark: 0 },
  );
}

class StreamSeat implements Seat {
  readonly isHost: boolean;
  #waiting: string[] = [];
  #bytes = 0;
  #isGone = false;
  #arrival = Promise.withResolvers<void>();
  #drained: PromiseWithResolvers<void> | undefined;
  #whenGone: () => void = () => {};

  constructor(isHost: boolean) {
    this.isHost = isHost;
    // So that the reader knows it is connected before anything happens.
    this.#put(": connected\n\n");
  }

  onGone(done: () => void): void {
    this.#whenGone = done;
  }

  send(json: string): void {
    // One frame may be as long as it is; many may not pile up.
    if (this.#bytes > MAX_LAG_BYTES && !this.isHost) this.leave("The reader is too slow.");
    if (!this.#isGone) this.#put(`data: ${json}\n\n`);
  }

  drained(): Promise<void> | undefined {
    if (this.#bytes < MAX_WAITING_BYTES || this.#isGone) return undefined;
    this.#drained ??= Promise.withResolvers();
    return this.#drained.promise;
  }

  leave(reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#waiting = [`data: ${JSON.stringify({ type: "end", reason })}\n\n`];
    this.#bytes = 0;
    this.#drained?.resolve();
    this.#arrival.resolve();
    this.#whenGone();
  }

  /** All that waits, as one text, once there is something; undefined when it is over. */
  async next(): Promise<string | undefined> {
    if (this.#waiting.length === 0 && this.#isGone) return undefined;
    if (this.#waiting.length === 0) {
      this.#arrival = Promise.withResolvers();
      await this.#arrival.promise;
    }
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#bytes = 0;
    this.#drained?.resolve();
    this.#drained = undefined;
    return text;
  }

  #put(text: string): void {
    this.#waiting.push(text);
    this.#bytes += text.length;
    this.#arrival.resolve();
  }
}
