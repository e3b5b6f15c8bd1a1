// Waiting for a condition that no event announces.

/** How long to wait, and how often to look. */
export interface EventuallyOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  /** What is waited for, for the failure message. */
  readonly what?: string;
}

/**
 * Calls `look` until it returns something other than `false`, `null` or `undefined`, and returns that.
 * A throw counts as "not yet". After `timeoutMs` it fails with the last throw or value.
 */
export async function eventually<T>(
  look: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const { timeoutMs = 5_000, intervalMs = 5, what = "the condition" } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await attempt(look);
    if (seen.isDone) return seen.value;
    if (performance.now() >= deadline) {
      throw new Error(`${what} did not come true within ${timeoutMs} ms: ${seen.last}`, {
        cause: seen.cause,
      });
    }
    await Bun.sleep(intervalMs);
  }
}

type Attempt<T> =
  | { readonly isDone: true; readonly value: Exclude<T, false | null | undefined> }
  | { readonly isDone: false; readonly last: string; readonly cause?: unknown };

async function attempt<T>(look: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    const value = await look();
    if (value === false || value === null || value === undefined) {
      return { isDone: false, last: `it was ${String(value)}` };
    }
    return { isDone: true, value: value as Exclude<T, false | null | undefined> };
  } catch (cause) {
    return { isDone: false, last: String(cause), cause };
  }
}
