// Text that grows by small pieces. The engine keeps every piece of a string that was put together until
// something reads it, at many times the size of its characters; here it is read whenever enough came.

/** Pieces that may be kept before the text is made whole. */
const MAX_PIECES = 1024;
/** The text is copied when it is made whole, so it must have grown by this share of it since. */
const GROWTH = 4;

/** Counts what was added to one text, and says what it is now. */
export class GrowingText {
  #pieces = 0;
  #added = 0;

  /** The text with the piece behind it. */
  add(text: string, piece: string): string {
    const joined = text + piece;
    this.#pieces += 1;
    this.#added += piece.length;
    if (this.#pieces < MAX_PIECES || this.#added * GROWTH < joined.length) return joined;
    this.#pieces = 0;
    this.#added = 0;
    // Reading a character makes the string whole; a read that decided nothing would be optimised away.
    return joined.charCodeAt(0) >= 0 ? joined : "";
  }
}
