// The frames on their way to a host. While an answer is awaited that must come first, events wait for it.

export class Outbox {
  readonly #write: (frame: object) => void;
  readonly #held: object[] = [];
  #holds = 0;

  constructor(write: (frame: object) => void) {
    this.#write = write;
  }

  /** Sends an event, now or after the answers that go before it. */
  tell(frame: object): void {
    if (this.#holds > 0) this.#held.push(frame);
    else this.#write(frame);
  }

  /** Keeps events back until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
      if (this.#holds === 0) for (const frame of this.#held.splice(0)) this.#write(frame);
    };
  }
}
