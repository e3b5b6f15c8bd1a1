// Text that waits to be shown: added at its end and taken from its front in pieces, at a cost of what is taken and not of
// what waits.

/** Pieces that were taken are let go of when so many lie before the first that waits. */
const MAX_TAKEN = 1024;

export class TextQueue {
  #pieces: string[] = [];
  /** The first piece that waits, and how much of it was taken. */
  #first = 0;
  #taken = 0;

  get isEmpty(): boolean {
    return this.#first === this.#pieces.length;
  }

  add(text: string): void {
    if (text !== "") this.#pieces.push(text);
  }

  /** The next characters, fewer where fewer wait. */
  take(chars: number): string {
    let text = "";
    while (text.length < chars && !this.isEmpty) {
      const piece = this.#pieces[this.#first] ?? "";
      const part = piece.slice(this.#taken, this.#taken + chars - text.length);
      text += part;
      this.#taken += part.length;
      if (this.#taken === piece.length) this.#dropFirst();
    }
    return text;
  }

  #dropFirst(): void {
    this.#taken = 0;
    this.#pieces[this.#first++] = "";
    if (!this.isEmpty && this.#first < MAX_TAKEN) return;
    this.#pieces = this.#pieces.slice(this.#first);
    this.#first = 0;
  }
}
