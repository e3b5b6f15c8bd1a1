// Answers that were read: when everything is drawn again with other looks, their Markdown need not be read again. Bounded;
// the oldest are forgotten first.
import type { ReadMarkdown } from "@oh-my-pi/pi-tui/markdown";
import type { StreamedItem } from "../state/item.ts";

const MAX_CHARS = 4_000_000;

export class ReadAnswers {
  readonly #answers = new Map<StreamedItem, ReadMarkdown>();
  #chars = 0;

  get(item: StreamedItem): ReadMarkdown | undefined {
    return this.#answers.get(item);
  }

  /** Keeps a new answer. */
  keep(item: StreamedItem, read: ReadMarkdown): void {
    this.#answers.set(item, read);
    this.#chars += item.text.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#chars <= MAX_CHARS) return;
      this.#answers.delete(oldest);
      this.#chars -= oldest.text.length;
    }
  }

  /** Forgets all of them. */
  clear(): void {
    this.#answers.clear();
    this.#chars = 0;
  }
}
