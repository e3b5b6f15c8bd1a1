// How much text waits to be drawn. What comes faster than it can be shown is held back where it comes from, so that keys
// are answered at once, memory stays small, and whoever stops an answer stops it near what is on the screen.

/** About eight frames of text. */
const MAX_CHARS = 65_536;
/** Nothing is drawn while another program has the screen; what comes is not held back for longer than this. */
const MAX_WAIT_MS = 250;

export class Backlog {
  #chars = 0;
  #drawn: PromiseWithResolvers<void> | undefined;

  add(chars: number): void {
    this.#chars += chars;
  }

  /** So many characters wait no more. */
  take(chars: number): void {
    this.#chars = Math.max(0, this.#chars - chars);
    if (this.#chars >= MAX_CHARS) return;
    this.#drawn?.resolve();
    this.#drawn = undefined;
  }

  /** Nothing waits any more: what did is not shown. */
  clear(): void {
    this.take(this.#chars);
  }

  /** Undefined while there is room for more; otherwise resolves when there is, or after a moment. */
  room(): Promise<void> | undefined {
    if (this.#chars < MAX_CHARS) return undefined;
    this.#drawn ??= Promise.withResolvers();
    return Promise.race([this.#drawn.promise, Bun.sleep(MAX_WAIT_MS)]);
  }
}
