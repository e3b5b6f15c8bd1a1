/** Questions about the cursor that were asked and whose answers come back in the same order. */
import type { Cancel, Clock } from "../terminal/clock.ts";

/** Why the cursor was asked for. */
export type ReportPurpose = "frame-start" | "frame-corner" | "resize-start" | "resize-corner";

/** How long a terminal may take before it is taken not to answer at all. */
const PATIENCE_MS = 2_000;

/** Open questions. A terminal that leaves one unanswered for too long is not asked again. */
export class ReportQueue {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #open: ReportPurpose[] = [];
  #isMute = false;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** True when the terminal does not answer. */
  get isMute(): boolean {
    return this.#isMute;
  }

  /** True when nothing is open. */
  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** True while an answer for this purpose is still to come. */
  isWaitingFor(purpose: ReportPurpose): boolean {
    return this.#open.includes(purpose);
  }

  /** Notes that a question was asked. */
  expect(purpose: ReportPurpose): void {
    this.#open.push(purpose);
    this.#watch();
  }

  /** The purpose of the answer that just came. */
  take(): ReportPurpose | undefined {
    const purpose = this.#open.shift();
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#open.length > 0) this.#watch();
    return purpose;
  }

  /** The terminal is not asked again. */
  giveUp(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#open = [];
    this.#isMute = true;
    this.#onChange();
  }

  /** Forgets all questions. */
  reset(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#open = [];
    this.#isMute = false;
  }

  #watch(): void {
    this.#cancel ??= this.#clock.after(PATIENCE_MS, () => this.giveUp());
  }
}
