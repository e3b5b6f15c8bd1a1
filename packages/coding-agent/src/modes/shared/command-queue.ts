// The order in which the commands of a host are carried out.
import { findCommand } from "../../session/run-command.ts";
import type { Frame } from "./frame.ts";

/** Carries out commands in the order they came, but for those that take long: nobody waits for these. */
export class CommandQueue {
  readonly #run: (frame: Frame) => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  readonly #open = new Set<Promise<void>>();

  constructor(run: (frame: Frame) => Promise<void>) {
    this.#run = run;
  }

  /** How many are not done. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins with a command, once those before it are done. */
  async take(frame: Frame): Promise<void> {
    const isLong = frame.ok && (await findCommand(frame.command))?.isLong === true;
    const work = this.#last.then(() => this.#run(frame));
    if (!isLong) this.#last = work;
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  /** Resolves when those of this moment are done. */
  async idle(): Promise<void> {
    await Promise.all(this.#open);
  }
}
