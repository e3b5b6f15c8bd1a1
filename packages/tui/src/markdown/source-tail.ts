/** The end of a text that has not been read for good. Lines are its unit: reading may change their lengths, not their number. */

/** Source that waits. */
export class SourceTail {
  #text = "";

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
  }

  append(text: string): void {
    this.#text += text;
  }

  /** Drops as many line breaks as these texts hold, with what stands before them. */
  dropLines(texts: readonly string[]): void {
    this.#text = this.#text.slice(
      this.#skipBreaks(texts.reduce((count, text) => count + countBreaks(text), 0)),
    );
  }

  /** The source of a block that was read from the beginning of the tail. */
  sourceOf(raw: string): string {
    const at = this.#skipBreaks(countBreaks(raw));
    if (raw.endsWith("\n")) return this.#text.slice(0, at);
    const end = this.#text.indexOf("\n", at);
    return end === -1 ? this.#text : this.#text.slice(0, end);
  }

  #skipBreaks(count: number): number {
    let at = 0;
    for (let left = count; left > 0; left--) at = this.#text.indexOf("\n", at) + 1;
    return at;
  }
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
