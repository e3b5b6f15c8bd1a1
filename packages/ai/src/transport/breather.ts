// Gives everything else its turn while bytes come faster than they can be worked on: keys, timers and other streams would
// wait for the end of the response otherwise.

/** So long one stretch of work may be. */
const MAX_STRETCH_MS = 2;

export class Breather {
  #sinceMs = performance.now();

  /** Waits for a turn of the event loop when the last one is too long ago. */
  async pause(): Promise<void> {
    if (performance.now() - this.#sinceMs < MAX_STRETCH_MS) return;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.#sinceMs = performance.now();
  }
}
