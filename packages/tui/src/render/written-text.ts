/** How much of a part is in the scrollback already, although the part may still change or change its width. */
import { dropInk, inkOf } from "./ink.ts";

/** The beginning of a part that was written for good. */
export class WrittenText {
  #ink = "";
  /** Where the rest begins at a width: behind whole lines and some ink of the next one. */
  #width = -1;
  #lines = 0;
  #cut = 0;

  /** Adds lines that were written, as they were laid out at some width. */
  add(lines: readonly string[]): void {
    this.#ink += lines.map(inkOf).join("");
    this.#width = -1;
  }

  /** Adds the first `count` of the lines that {@link rest} returned for this width. */
  addLines(rest: readonly string[], count: number, width: number): void {
    if (count === 0) return;
    this.#ink += rest.slice(0, count).map(inkOf).join("");
    // The last line may go on in place, so there the rest has to be found by its ink.
    const isKnown = this.#width === width && this.#cut === 0 && count < rest.length;
    this.#lines += count;
    this.#width = isKnown ? width : -1;
  }

  /** The lines that have not been written, found by place: what was written before them may have changed since. */
  rest(lines: readonly string[], width: number): readonly string[] {
    if (this.#ink === "") {
      this.#width = width;
      this.#lines = 0;
      this.#cut = 0;
      return lines;
    }
    if (this.#width !== width) this.#locate(lines, width);
    const rest = lines.slice(this.#lines);
    if (this.#cut === 0) return rest;
    const first = dropInk(rest[0] ?? "", this.#cut);
    return inkOf(first) === "" ? rest.slice(1) : [first, ...rest.slice(1)];
  }

  /** The lines that have not been written, or all of them when what was written is not how they start. */
  finalRest(lines: readonly string[], width: number): readonly string[] {
    return this.#isStartOf(lines) ? this.rest(lines, width) : lines;
  }

  #locate(lines: readonly string[], width: number): void {
    let left = this.#ink.length;
    let index = 0;
    // The line in which the ink ends is never passed whole while it is the last one: it may go on.
    while (left > 0 && index < lines.length - 1) {
      const { length } = inkOf(lines[index] ?? "");
      if (length > left) break;
      left -= length;
      index++;
    }
    this.#width = width;
    this.#lines = index;
    this.#cut = left;
  }

  #isStartOf(lines: readonly string[]): boolean {
    let left = this.#ink;
    for (const line of lines) {
      if (left === "") return true;
      const ink = inkOf(line);
      if (ink.length >= left.length) return ink.startsWith(left);
      if (!left.startsWith(ink)) return false;
      left = left.slice(ink.length);
    }
    return left === "";
  }
}
