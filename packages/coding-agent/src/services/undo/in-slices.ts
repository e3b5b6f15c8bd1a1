// Runs long work a little at a time, so that whatever else goes on in the process goes on.

const SLICE_MS = 8;

/** Runs a generator to its end; gives what it returns. Throws the reason of `signal` when that fires before. */
export async function inSlices<Result>(
  work: Generator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let until = performance.now() + SLICE_MS;
  for (let count = 0; ; count++) {
    const next = work.next();
    if (next.done === true) return next.value;
    // Asking for the time at every step would cost as much as the step.
    if (count % 16 !== 0 || performance.now() < until) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}
