/**
 * Where on the screen the live lines start, as far as it is known. Drawing does not need it, since all movement is
 * relative; predicting what a resize does to the lines needs it.
 */

/** The place of the first live line: `min(origin + shift, limit)` once the origin is known. */
export class ScreenPlace {
  #origin: number | undefined;
  #shift = 0;
  #limit = Number.POSITIVE_INFINITY;

  /** The screen row of the first live line. Once the screen was filled it is known without an origin. */
  get top(): number | undefined {
    if (this.#origin !== undefined) return Math.min(this.#origin + this.#shift, this.#limit);
    return this.#limit <= this.#shift ? this.#limit : undefined;
  }

  /** Starts anew at a row; `undefined` when nobody knows which. */
  startAt(row: number | undefined): void {
    this.#origin = row;
    this.#shift = 0;
    this.#limit = Number.POSITIVE_INFINITY;
  }

  /** Tells, perhaps late, the row where it started. */
  locate(row: number): void {
    this.#origin ??= row;
  }

  /** Takes note of a frame: `committed` and `live` lines were written from the first live line on. */
  painted(committed: number, live: number, rows: number): void {
    this.#limit = Math.min(this.#limit, rows - committed - live) + committed;
    this.#shift += committed;
  }
}
