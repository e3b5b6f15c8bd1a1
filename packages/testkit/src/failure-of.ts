// The error of a promise that must fail, as a value to look at.

/** Resolves with what `promise` rejects with; fails when it does not reject. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  throw new Error(`expected a failure, got ${Bun.inspect(value)}`);
}
