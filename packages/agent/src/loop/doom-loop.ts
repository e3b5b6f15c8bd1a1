// Notices a model that makes the same call again and again with the same result, refuses the next one, and
// after enough refusals gives up.
import type { ToolResult } from "../tool/coerce-result.ts";

export interface DoomLoopOptions {
  /** The call of this number in a row is refused; default 3. */
  readonly repeats?: number;
  /** After this many refusals in a row the run ends; default 3. */
  readonly refusals?: number;
}

/** Follows the calls of one run. */
export class DoomLoopGuard {
  readonly #repeats: number;
  readonly #maxRefusals: number;
  #call = "";
  #result = "";
  #count = 0;
  #refusals = 0;

  constructor(options: DoomLoopOptions = {}) {
    this.#repeats = Math.max(2, options.repeats ?? 3);
    this.#maxRefusals = Math.max(1, options.refusals ?? 3);
  }

  get isStuck(): boolean {
    return this.#refusals >= this.#maxRefusals;
  }

  /** Why this call is not to be made, or nothing. */
  refuse(name: string, args: unknown): string | undefined {
    if (keyOf(name, args) !== this.#call || this.#count < this.#repeats - 1) return undefined;
    this.#refusals++;
    return (
      `This call was not run: ${name} was already called ${this.#count} times in a row with the same ` +
      "arguments and the same result, so calling it again changes nothing. " +
      "Try something else, or say what is in the way."
    );
  }

  /** A call was made and gave this. */
  note(name: string, args: unknown, result: ToolResult): void {
    const call = keyOf(name, args);
    const text = JSON.stringify(result.content);
    const isSame = call === this.#call && text === this.#result;
    this.#count = isSame ? this.#count + 1 : 1;
    this.#call = call;
    this.#result = text;
    this.#refusals = 0;
  }

  /** Something new was said or done: what came before no longer counts. */
  reset(): void {
    this.#call = "";
    this.#count = 0;
    this.#refusals = 0;
  }
}

function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(args)}`;
}
