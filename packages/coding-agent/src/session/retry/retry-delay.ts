// How long to wait before a retry. Pure.

/** Doubles from `baseMs` with each earlier try; a provider that asks for more gets it. */
export function retryDelayMs(earlierTries: number, baseMs: number, askedMs = 0): number {
  return Math.max(baseMs * 2 ** earlierTries, askedMs);
}
