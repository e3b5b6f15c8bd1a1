// For tests only: a clock that stands still until it is moved.
import type { Clock } from "../transport/clock.ts";

export class ManualClock implements Clock {
  #nowMs = Date.UTC(2026, 0, 1);
  #timers: { atMs: number; run: () => void }[] = [];

  readonly now = (): number => this.#nowMs;

  readonly setTimer = (run: () => void, delayMs: number): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
  };

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves time on, running what falls due in its order. */
  advance(spanMs: number): void {
    const endMs = this.#nowMs + spanMs;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.atMs <= endMs);
      const next = due.sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = endMs;
  }
}
