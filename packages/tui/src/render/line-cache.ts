/** Remembers the lines of a component for one width until it is told that they changed. */

/** One remembered rendering. */
export class LineCache {
  #width = -1;
  #lines: readonly string[] | undefined;

  /** The remembered lines for this width, or those that `make` makes. */
  get(width: number, make: () => readonly string[]): readonly string[] {
    if (this.#lines === undefined || this.#width !== width) {
      this.#lines = make();
      this.#width = width;
    }
    return this.#lines;
  }

  /** Forgets. */
  clear(): void {
    this.#lines = undefined;
  }
}
