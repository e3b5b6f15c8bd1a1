// Splits UTF-8 bytes into lines at \n, \r\n or \r, in time linear in the bytes however they are
// chunked. A line is handed over as a range of a string, so that callers slice only what they keep.

/** Takes one line: the characters of `text` from `start` to `end`, without its ending. */
export type LineSink = (text: string, start: number, end: number) => void;

export class LineSplitter {
  readonly #decoder = new TextDecoder();
  /** Pieces of a line whose end has not come yet. */
  #parts: string[] = [];
  #skipsLineFeed = false;

  push(chunk: Uint8Array, onLine: LineSink): void {
    this.#read(this.#decoder.decode(chunk, { stream: true }), onLine);
  }

  /** The bytes are over: gives out a last line without ending, if there is one. */
  end(onLine: LineSink): void {
    this.#read(this.#decoder.decode(), onLine);
    if (this.#parts.length === 0) return;
    const line = this.#parts.join("");
    this.#parts = [];
    onLine(line, 0, line.length);
  }

  #read(text: string, onLine: LineSink): void {
    if (text === "") return;
    let at = this.#skipsLineFeed && text.startsWith("\n") ? 1 : 0;
    this.#skipsLineFeed = false;
    let nextReturn = text.indexOf("\r", at);
    for (;;) {
      let end = text.indexOf("\n", at);
      if (nextReturn !== -1 && (end === -1 || nextReturn < end)) end = nextReturn;
      if (end === -1) break;
      this.#line(text, at, end, onLine);
      at = end + 1;
      if (end !== nextReturn) continue;
      if (at === text.length) this.#skipsLineFeed = true;
      else if (text.startsWith("\n", at)) at++;
      nextReturn = text.indexOf("\r", at);
    }
    if (at < text.length) this.#parts.push(at === 0 ? text : text.slice(at));
  }

  #line(text: string, start: number, end: number, onLine: LineSink): void {
    if (this.#parts.length === 0) {
      onLine(text, start, end);
      return;
    }
    this.#parts.push(text.slice(start, end));
    const line = this.#parts.join("");
    this.#parts = [];
    onLine(line, 0, line.length);
  }
}
