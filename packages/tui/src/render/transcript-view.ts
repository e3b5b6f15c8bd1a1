/** A window onto a kept transcript, for the alternate screen: it follows the end or stays where it was scrolled to. */
import type { Transcript } from "./transcript.ts";

/** The first line that is shown. */
interface Anchor {
  readonly index: number;
  readonly row: number;
}

/** The scroll position. Only entries that are seen are ever rendered. */
export class TranscriptView {
  readonly #transcript: Transcript;
  #anchor: Anchor = { index: 0, row: 0 };
  #isFollowing = true;
  #width = 80;

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  /** True while the end of the transcript is shown. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** The lines to show in `rows` rows. */
  lines(width: number, rows: number): readonly string[] {
    this.#width = width;
    if (this.#isFollowing) return this.#followEnd(rows);
    const lines = this.#linesFrom(rows);
    if (lines.length >= rows) return lines;
    this.#isFollowing = true;
    return this.#followEnd(rows);
  }

  /** Scrolls by rows, up when negative. Reaching the end makes the view follow it again. */
  scroll(rows: number): void {
    this.#isFollowing = false;
    let { index, row } = this.#anchor;
    row += rows;
    while (row < 0 && index > 0) row += this.#entryLines(--index).length;
    while (row >= this.#entryLines(index).length && index < this.#transcript.length - 1) {
      row -= this.#entryLines(index++).length;
    }
    this.#anchor = { index, row: Math.max(0, row) };
  }

  /** Shows the end again. */
  follow(): void {
    this.#isFollowing = true;
  }

  #followEnd(rows: number): readonly string[] {
    const chunks: (readonly string[])[] = [];
    let index = this.#transcript.length;
    let missing = rows;
    while (missing > 0 && index > 0) {
      const lines = this.#entryLines(--index);
      missing -= lines.length;
      chunks.push(lines);
    }
    const skipped = Math.max(0, -missing);
    this.#anchor = { index, row: skipped };
    return chunks.reverse().flat().slice(skipped);
  }

  #linesFrom(rows: number): readonly string[] {
    const { index, row } = this.#anchor;
    const lines = this.#entryLines(index).slice(row);
    for (let next = index + 1; lines.length < rows && next < this.#transcript.length; next++) {
      for (const line of this.#entryLines(next)) lines.push(line);
    }
    return lines.slice(0, rows);
  }

  #entryLines(index: number): readonly string[] {
    return this.#transcript.at(index)?.render(this.#width) ?? [];
  }
}
