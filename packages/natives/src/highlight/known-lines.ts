// Lines that were highlighted before, for code that is shown again with other looks. Bounded; the oldest go first.
import type { HighlightedLine } from "./highlighted-line.ts";

const MAX_CHARACTERS = 1_000_000;

export class KnownLines {
  readonly #known = new Map<string, readonly HighlightedLine[]>();
  #characters = 0;

  get(code: string, language: string): readonly HighlightedLine[] | undefined {
    return this.#known.get(`${language}\n${code}`);
  }

  keep(code: string, language: string, lines: readonly HighlightedLine[]): void {
    const key = `${language}\n${code}`;
    if (this.#known.has(key)) return;
    this.#known.set(key, lines);
    this.#characters += key.length;
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
