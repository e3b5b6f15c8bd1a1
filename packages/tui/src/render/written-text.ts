/** How much of a part is in the scrollback already, although the part may still change or change its width. */
import { dropInk, inkOf } from "./ink.ts";

/** Where the rest of a text begins when it is laid out at a width. */
interface Place {
  readonly width: number;
  /** How many whole lines were written, and the last of them as it was. */
  readonly lines: number;
  readonly lastLine: string | undefined;
}

/** The beginning of a part that was written for good. */
export class WrittenText {
  #ink = "";
  /** Spares the search while the text only grows behind it. */
  #place: Place | undefined;

  /** Adds lines that were written, as they were laid out at some width. */
  add(lines: readonly string[]): void {
    this.#ink += lines.map(inkOf).join("");
    this.#place = undefined;
  }

  /** Adds the first `count` of the lines that {@link rest} returned for this width. */
  addLines(rest: readonly string[], count: number, width: number): void {
    if (count === 0) return;
    const isAtStart = this.#ink === "";
    this.#ink += rest.slice(0, count).map(inkOf).join("");
    const before = this.#place?.width === width ? this.#place.lines : isAtStart ? 0 : undefined;
    const lastLine = rest[count - 1];
    this.#place = before === undefined ? undefined : { width, lines: before + count, lastLine };
  }

  /** The lines that have not been written, found by place: what was written before them may have changed since. */
  rest(lines: readonly string[], width: number): readonly string[] {
    if (this.#ink === "") return lines;
    const place = this.#place;
    if (place?.width === width && lines[place.lines - 1] === place.lastLine) {
      return lines.slice(place.lines);
    }
    return this.#search(lines, width);
  }

  /** The lines that have not been written, or all of them when what was written is not how they start. */
  finalRest(lines: readonly string[], width: number): readonly string[] {
    return this.#isStartOf(lines) ? this.rest(lines, width) : lines;
  }

  #search(lines: readonly string[], width: number): readonly string[] {
    let left = this.#ink.length;
    let index = 0;
    while (left > 0 && index < lines.length) {
      const { length } = inkOf(lines[index] ?? "");
      if (length > left) break;
      left -= length;
      index++;
    }
    this.#place = left === 0 ? { width, lines: index, lastLine: lines[index - 1] } : undefined;
    const rest = lines.slice(index);
    return left === 0 || rest.length === 0
      ? rest
      : [dropInk(rest[0] ?? "", left), ...rest.slice(1)];
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
