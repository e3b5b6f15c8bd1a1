/** Time as an argument, so that whatever waits can be tested without waiting. */

/** Takes a planned call back. */
export type Cancel = () => void;

/** The time, and calls in the future. */
export interface Clock {
  /** Milliseconds from a fixed point in the past. */
  now(): number;
  /** Calls `run` once after `delayMs`; 0 means as soon as what is going on has ended. */
  after(delayMs: number, run: () => void): Cancel;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, run) {
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
