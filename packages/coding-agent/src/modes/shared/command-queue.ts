// The order in which a host's commands are carried out: as they came, but for those that take long, which nobody waits
// for, and those that stop something, which do not wait for a host that reads slowly.
import { findCommand } from "../../session/run-command.ts";
import type { Frame } from "./frame.ts";
import { isSlashPrompt } from "./slash-prompt.ts";

/** What the queue does with a command. */
export interface CommandWork {
  /** Carries it out in its turn and answers. */
  readonly carryOut: (frame: Frame) => Promise<void>;
  /** Carries it out at once, without an answer. */
  readonly hurry: (frame: Frame) => Promise<unknown>;
}

export class CommandQueue {
  readonly #work: CommandWork;
  #last: Promise<void> = Promise.resolve();
  readonly #open = new Set<Promise<void>>();

  constructor(work: CommandWork) {
    this.#work = work;
  }

  /** How many are not done. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins with a command, once those before it are done. */
  async take(frame: Frame): Promise<void> {
    const command = frame.ok ? await findCommand(frame.command) : undefined;
    // Whatever runs now was asked for before this; in its turn it also stops what those before it begin.
    if (command?.isUrgent === true && this.size > 0) void this.#work.hurry(frame);
    const work = this.#last.then(() => this.#work.carryOut(frame));
    const isLong = command?.isLong === true || (frame.ok && isSlashPrompt(frame.fields));
    if (!isLong) this.#last = work;
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  /** Resolves when those of this moment are done. */
  async idle(): Promise<void> {
    await Promise.all(this.#open);
  }
}
