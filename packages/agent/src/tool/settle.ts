// Waits for work that may ignore an abort: once the signal fires, only for as long as it is worth.
import type { Clock } from "../clock.ts";

export const ABANDONED = Symbol("abandoned");

/** The work's value, or `ABANDONED` when it did not end within `graceMs()` of the abort. */
export async function settleWithin<T>(
  work: Promise<T>,
  signal: AbortSignal,
  clock: Clock,
  graceMs: () => number,
): Promise<T | typeof ABANDONED> {
  const finished = new AbortController();
  const deadline = async (): Promise<typeof ABANDONED> => {
    await aborted(signal, finished.signal);
    if (!finished.signal.aborted) await clock.sleep(graceMs(), finished.signal);
    return ABANDONED;
  };
  try {
    return await Promise.race([work, deadline()]);
  } finally {
    finished.abort();
  }
}

/** Resolves when either signal fires, and leaves no listener behind. */
function aborted(signal: AbortSignal, finished: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = (): void => {
    signal.removeEventListener("abort", done);
    finished.removeEventListener("abort", done);
    resolve();
  };
  if (signal.aborted) resolve();
  signal.addEventListener("abort", done);
  finished.addEventListener("abort", done);
  return promise;
}
