/** Decides when the next frame is drawn: soon, but never twice in one tick nor faster than the eye can see. */
import type { Cancel, Clock } from "../terminal/clock.ts";

/** Plans frames on a clock. Without requests it plans nothing. */
export class FrameScheduler {
  readonly #clock: Clock;
  readonly #draw: () => void;
  readonly #minIntervalMs: number;
  #lastFrame = Number.NEGATIVE_INFINITY;
  #plannedAt = Number.POSITIVE_INFINITY;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, draw: () => void, minIntervalMs: number) {
    this.#clock = clock;
    this.#draw = draw;
    this.#minIntervalMs = minIntervalMs;
  }

  /** A frame as soon as the interval since the last one has passed. */
  request(): void {
    this.#plan(Math.max(this.#clock.now(), this.#lastFrame + this.#minIntervalMs));
  }

  /** A frame right after the current tick: somebody pressed a key. */
  requestUrgent(): void {
    this.#plan(this.#clock.now());
  }

  /** A frame after a delay. */
  requestIn(delayMs: number): void {
    this.#plan(this.#clock.now() + delayMs);
  }

  /** Takes every plan back. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#plannedAt = Number.POSITIVE_INFINITY;
  }

  #plan(at: number): void {
    if (at >= this.#plannedAt) return;
    this.#cancel?.();
    this.#plannedAt = at;
    this.#cancel = this.#clock.after(at - this.#clock.now(), () => {
      this.#plannedAt = Number.POSITIVE_INFINITY;
      this.#cancel = undefined;
      this.#lastFrame = this.#clock.now();
      this.#draw();
    });
  }
}
