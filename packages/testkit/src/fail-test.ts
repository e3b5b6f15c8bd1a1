// Fails the running test from a dispose method. Throwing there would wrap a failure of the test's body
// into a SuppressedError, which `bun test` prints without either message.
import { onTestFinished } from "bun:test";

/** Makes the running test fail with `problem`, beside whatever else it failed with. */
export function failTest(problem: Error): void {
  try {
    onTestFinished(() => {
      throw problem;
    });
  } catch {
    // Outside a test, or in a concurrent one, there is no such hook: then throwing is all there is.
    throw problem;
  }
}
