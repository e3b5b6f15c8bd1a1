// A time limit around a promise. It stops waiting, it does not stop the work.

/** `work`, or `otherwise` when it takes longer than `limitMs`. */
export async function within<T, U>(
  limitMs: number,
  work: Promise<T>,
  otherwise: U,
): Promise<T | U> {
  const { promise, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(() => resolve(otherwise), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
