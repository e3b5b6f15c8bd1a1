// One request's way of being ended from outside, by its caller or by a watchdog. The first cause counts.
import type { ProviderErrorFacts } from "../model/provider-error.ts";

const ABORTED: ProviderErrorFacts = {
  kind: "aborted",
  message: "Request was aborted.",
  retryable: false,
};

export class StopSwitch implements Disposable {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #facts: ProviderErrorFacts | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    if (caller?.aborted === true) this.abort();
    else caller?.addEventListener("abort", this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the request was stopped; undefined while it may go on. */
  get facts(): ProviderErrorFacts | undefined {
    return this.#facts;
  }

  readonly abort = (): void => this.stop(ABORTED);

  stop(facts: ProviderErrorFacts): void {
    if (this.#facts !== undefined) return;
    this.#facts = facts;
    this.#controller.abort();
  }

  /** The promise's value, or undefined as soon as the request is stopped. */
  async race<T>(promise: Promise<T>): Promise<T | undefined> {
    if (this.#facts !== undefined) {
      // The loser's failure is of no interest once the request was stopped.
      promise.catch(() => undefined);
      return undefined;
    }
    const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
    const onStop = () => resolve(undefined);
    this.signal.addEventListener("abort", onStop, { once: true });
    try {
      return await Promise.race([promise, stopped]);
    } finally {
      this.signal.removeEventListener("abort", onStop);
    }
  }

  [Symbol.dispose](): void {
    this.#caller?.removeEventListener("abort", this.abort);
  }
}
