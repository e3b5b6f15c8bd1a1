// Counts the lines of a byte stream and cuts the long ones, passing everything else on untouched and uncopied.

const NEWLINE = 10;
const MARK = Buffer.from("…");
/** Below this length of lines a plain loop beats asking for the next newline. */
const SHORT_LINE_BYTES = 48;

/** Passes on at most `maxLineBytes` of each line, whole characters, and marks where it cut. */
export class LineCutter {
  readonly #maxLineBytes: number;
  readonly #emit: (bytes: Uint8Array) => void;
  #lineBytes = 0;
  #isCutting = false;
  #newlines = 0;
  #cutLines = 0;

  constructor(maxLineBytes: number, emit: (bytes: Uint8Array) => void) {
    this.#maxLineBytes = maxLineBytes;
    this.#emit = emit;
  }

  get cutLines(): number {
    return this.#cutLines;
  }

  /** Lines so far; a last one without newline counts. */
  get lines(): number {
    return this.#newlines + (this.#lineBytes > 0 ? 1 : 0);
  }

  push(bytes: Buffer): void {
    let keptFrom = 0;
    let start = 0;
    while (start < bytes.length) {
      const newline = findNewline(bytes, start);
      const end = newline < 0 ? bytes.length : newline;
      const before = this.#lineBytes;
      this.#lineBytes += end - start;
      if (this.#lineBytes > this.#maxLineBytes) {
        if (!this.#isCutting) {
          this.#isCutting = true;
          this.#cutLines++;
          const cut = wholeCharacterEnd(
            bytes,
            Math.max(start, start + this.#maxLineBytes - before),
            end,
          );
          if (cut > keptFrom) this.#emit(bytes.subarray(keptFrom, cut));
          this.#emit(MARK);
        }
        keptFrom = end;
      }
      if (newline < 0) break;
      this.#newlines++;
      this.#lineBytes = 0;
      this.#isCutting = false;
      start = newline + 1;
    }
    if (bytes.length > keptFrom) this.#emit(bytes.subarray(keptFrom));
  }
}

function findNewline(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + SHORT_LINE_BYTES);
  for (let at = from; at < near; at++) if (bytes[at] === NEWLINE) return at;
  return near === bytes.length ? -1 : bytes.indexOf(NEWLINE, near);
}

/** The first place at or after `at` that does not split a UTF-8 character, within reason and before `limit`. */
function wholeCharacterEnd(bytes: Buffer, at: number, limit: number): number {
  let end = at;
  while (end < limit && end < at + 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
}
