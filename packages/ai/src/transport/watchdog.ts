// Notices that a provider has gone silent. One timer at most, set again only when it fires too early,
// so that feeding the watchdog costs nothing per event.
import type { ProviderErrorFacts } from "../model/provider-error.ts";
import type { Clock } from "./clock.ts";

/** How long silence may last; 0 means for ever. */
export interface Timeouts {
  /** From sending to the first content. Keep-alive bytes do not count. */
  readonly firstEventMs?: number;
  /** Between any two chunks after that. */
  readonly idleMs?: number;
}

const DEFAULT_TIMEOUTS: Required<Timeouts> = { firstEventMs: 300_000, idleMs: 180_000 };

export class Watchdog {
  readonly #clock: Clock;
  readonly #timeouts: Required<Timeouts>;
  readonly #onSilence: (facts: ProviderErrorFacts) => void;
  #deadlineMs: number;
  #timer: { readonly atMs: number; readonly cancel: () => void } | undefined;
  #hasContent = false;
  #isPaused = false;

  constructor(clock: Clock, timeouts: Timeouts, onSilence: (facts: ProviderErrorFacts) => void) {
    this.#clock = clock;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.#onSilence = onSilence;
    this.#deadlineMs = this.#after(this.#timeouts.firstEventMs);
    this.#arm();
  }

  /** Bytes arrived; `hasContent` once they meant something. */
  feed(hasContent: boolean): void {
    if (!hasContent && !this.#hasContent) return;
    this.#hasContent = true;
    this.#deadlineMs = this.#after(this.#timeouts.idleMs);
    this.#arm();
  }

  /** Our own side is slow: the provider's silence does not count meanwhile. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#deadlineMs = this.#after(
      this.#hasContent ? this.#timeouts.idleMs : this.#timeouts.firstEventMs,
    );
    this.#arm();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#deadlineMs = Number.POSITIVE_INFINITY;
  }

  #after(spanMs: number): number {
    return spanMs > 0 ? this.#clock.now() + spanMs : Number.POSITIVE_INFINITY;
  }

  #arm(): void {
    const atMs = this.#deadlineMs;
    // A timer that fires too early only checks; one that fires too late must be replaced.
    if (atMs === Number.POSITIVE_INFINITY || (this.#timer && this.#timer.atMs <= atMs)) return;
    this.#timer?.cancel();
    const delayMs = Math.max(0, atMs - this.#clock.now());
    this.#timer = { atMs, cancel: this.#clock.setTimer(() => this.#check(), delayMs) };
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#isPaused) return;
    if (this.#clock.now() < this.#deadlineMs) this.#arm();
    else this.#onSilence(this.#facts());
  }

  #facts(): ProviderErrorFacts {
    const { firstEventMs, idleMs } = this.#timeouts;
    const message = this.#hasContent
      ? `The response stalled: nothing came for ${seconds(idleMs)}.`
      : `The provider sent no content within ${seconds(firstEventMs)}.`;
    return { kind: "timeout", message, retryable: true };
  }
}

function seconds(spanMs: number): string {
  return `${Math.round(spanMs / 100) / 10} s`;
}
