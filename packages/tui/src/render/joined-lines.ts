/** The lines of several parts as one array, which stays the same array while no part has changed. */

/** What was joined last. */
export class JoinedLines {
  #parts: readonly (readonly string[])[] = [];
  #lines: readonly string[] = [];

  /** The lines of these parts, one below the other. */
  join(parts: readonly (readonly string[])[]): readonly string[] {
    const isSame =
      parts.length === this.#parts.length &&
      parts.every((part, index) => part === this.#parts[index]);
    if (!isSame) {
      this.#parts = parts;
      this.#lines = parts.flat();
    }
    return this.#lines;
  }

  /** Forgets. */
  clear(): void {
    this.#parts = [];
    this.#lines = [];
  }
}
