// Time as an argument, so that tests need not wait for it.

/** Runs a function after a while; the returned function calls it off. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
