// Owns the immutable text of one file: lines with their own endings, encoding and byte order mark.
// Engines take a document and give a new one; it knows no path and does no I/O.

import { hashLines } from "./file-hash.ts";
import type { Encoding } from "./encoding.ts";
import { joinLines, splitLines, type Ending, type Line } from "./line.ts";

/** What of a file is not its lines. */
export interface DocumentFormat {
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}

const UTF8: DocumentFormat = { encoding: "utf-8", hasBom: false };

/**
 * A file's text. Parsing costs one pass and the hash is computed once, on demand: a caller that
 * applies many edits to one file keeps the document (or the one an edit returned) and pays neither again.
 */
export class TextDocument {
  readonly #format: DocumentFormat;
  readonly #lines: readonly Line[];
  #hash: string | undefined;
  #dominantEnding: Ending | undefined;

  /** `lines` must be what {@link splitLines} gives: at least one line, only the last without ending. */
  constructor(lines: readonly Line[], format: DocumentFormat = UTF8) {
    this.#lines = lines;
    this.#format = format;
  }

  static fromText(text: string, format: DocumentFormat = UTF8): TextDocument {
    return new TextDocument(splitLines(text), format);
  }

  get format(): DocumentFormat {
    return this.#format;
  }

  /** Every line; a final line break counts as one more, empty, line. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Lines that hold something: all but the empty one after a final line break. */
  get contentLineCount(): number {
    const count = this.#lines.length;
    return this.endsWithBreak || this.isEmpty ? count - 1 : count;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 1 && this.#lines[0]?.text === "";
  }

  get endsWithBreak(): boolean {
    return this.#lines.length > 1 && this.#lines.at(-1)?.text === "";
  }

  /** The text with its own line endings, without the byte order mark. */
  get text(): string {
    return joinLines(this.#lines);
  }

  /** Hash as in hashline headers. */
  get hash(): string {
    this.#hash ??= hashLines(this.#lines);
    return this.#hash;
  }

  /** The most frequent ending, the earlier one on a tie, `\n` when there is none: what new lines get. */
  get dominantEnding(): Ending {
    this.#dominantEnding ??= findDominantEnding(this.#lines);
    return this.#dominantEnding;
  }
}

function findDominantEnding(lines: readonly Line[]): Ending {
  const counts = new Map<Ending, number>();
  for (const { ending } of lines) {
    if (ending !== "") counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  let best: Ending = "\n";
  let bestCount = 0;
  for (const [ending, count] of counts) {
    if (count > bestCount) [best, bestCount] = [ending, count];
  }
  return best;
}
