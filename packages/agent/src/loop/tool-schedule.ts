// The order in which the calls of one response run: shared ones beside each other, an exclusive one after
// everything before it and before everything after it.
import type { Concurrency } from "../tool/tool.ts";

/** Starts each job as soon as its turn has come. Jobs must not reject. */
export class ToolSchedule {
  #barrier: Promise<unknown> = Promise.resolve();
  #sharedSince: Promise<void>[] = [];

  add(concurrency: Concurrency, job: () => Promise<void>): Promise<void> {
    if (concurrency === "shared") {
      const done = this.#barrier.then(job);
      this.#sharedSince.push(done);
      return done;
    }
    const done = Promise.all([this.#barrier, ...this.#sharedSince]).then(job);
    this.#barrier = done;
    this.#sharedSince = [];
    return done;
  }
}
