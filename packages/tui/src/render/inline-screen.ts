/**
 * Draws into the terminal's own scrollback: committed lines are written once and never touched again, live lines
 * below them are redrawn in place. All movement is relative to the cursor, so it does not matter where on the
 * screen the live lines are; after a resize only they are repainted and the terminal's own reflow of everything
 * above them stands.
 */
import type { ResizeModel } from "../terminal/capabilities.ts";
import type { TerminalSize } from "../terminal/terminal.ts";
import {
  ERASE_BELOW,
  FRAME_END,
  FRAME_START,
  HIDE_CURSOR,
  lineBytes,
  moveRows,
  moveToColumn,
  SHOW_CURSOR,
} from "./control-sequences.ts";
import { eraseImage } from "./image-line.ts";
import { reflowPainted } from "./reflow.ts";
import { ScreenPlace } from "./screen-place.ts";
import type { CaretPosition, Frame, ResizeOutcome, Screen } from "./screen.ts";

/** The inline way of using a terminal. */
export class InlineScreen implements Screen {
  readonly #model: ResizeModel;
  readonly #place = new ScreenPlace();
  #size: TerminalSize = { columns: 80, rows: 24 };
  /** The live lines on the screen; always at least the one the cursor stands on. */
  #live: readonly string[] = [""];
  #transcriptLines = 0;
  #cursor: CaretPosition = { row: 0, column: 0 };
  #isCursorShown = true;

  constructor(model: ResizeModel) {
    this.#model = model;
  }

  start(size: TerminalSize): string {
    this.#size = size;
    this.#live = [""];
    this.#cursor = { row: 0, column: 0 };
    this.#isCursorShown = true;
    this.#place.startAt(undefined);
    return "";
  }

  locate(cursorRow: number): void {
    this.#place.locate(cursorRow);
  }

  stop(): string {
    const last = this.#live.length - 1;
    const isBlank = this.#live[last] === "";
    const bytes =
      moveRows(last - this.#cursor.row) + (isBlank ? "\r" : "\r\n") + this.#showCursor(true);
    this.#live = [""];
    this.#cursor = { row: 0, column: 0 };
    return bytes;
  }

  paint(frame: Frame): string {
    const target = frame.committed.length === 0 ? frame.live : [...frame.committed, ...frame.live];
    const rows = this.#changedRows(target);
    const isShrunk = target.length < this.#live.length;
    const caret = frame.caret ?? { row: frame.live.length - 1, column: 0 };
    const isStill = rows.length === 0 && !isShrunk && this.#isCaretShown(caret, frame);
    if (isStill && frame.committed.length === 0) return "";
    const body = this.#writeRows(rows, target) + (isShrunk ? this.#eraseFrom(target.length) : "");
    this.#place.painted(frame.committed.length, frame.live.length, this.#size.rows);
    this.#live = frame.live;
    this.#transcriptLines = frame.transcriptLines;
    this.#cursor = { row: this.#cursor.row - frame.committed.length, column: this.#cursor.column };
    const place = moveRows(caret.row - this.#cursor.row) + moveToColumn(caret.column);
    this.#cursor = caret;
    const hide = body === "" ? "" : this.#showCursor(false);
    return (
      FRAME_START + hide + body + place + this.#showCursor(frame.caret !== undefined) + FRAME_END
    );
  }

  resize(size: TerminalSize, cursorRow: number | undefined): ResizeOutcome {
    const painted = {
      lines: this.#live,
      size: this.#size,
      top: this.#place.top,
      cursorRow: this.#cursor.row,
      cursorColumn: this.#cursor.column,
    };
    const { rowsAbove, rowsAboveCursor } = reflowPainted(painted, size, this.#model);
    const pushedRows = cursorRow === undefined ? 0 : Math.max(0, rowsAboveCursor - cursorRow);
    const pushed = pushedLines(rowsAbove.slice(0, this.#transcriptLines), pushedRows);
    // A line that was pushed out in part stays whole: what is left of it on the screen is not erased.
    const kept = pushed.reduce((total, rows) => total + rows.length, 0);
    const up = Math.max(0, rowsAboveCursor - kept);
    this.#place.startAt(cursorRow === undefined ? undefined : Math.max(0, cursorRow - up));
    this.#size = size;
    this.#live = [""];
    this.#cursor = { row: 0, column: 0 };
    const images = painted.lines.slice(pushed.length).map(eraseImage).join("");
    const bytes = `${moveRows(-up)}${ERASE_BELOW}${images}`;
    return { bytes, pushedOut: pushed.map((rows) => rows.join("")) };
  }

  forget(): string {
    const bytes = this.#eraseFrom(0);
    this.#live = [""];
    this.#cursor = { row: 0, column: 0 };
    return bytes;
  }

  #changedRows(target: readonly string[]): number[] {
    const rows: number[] = [];
    for (let row = 0; row < target.length; row++) {
      if (row >= this.#live.length || target[row] !== this.#live[row]) rows.push(row);
    }
    return rows;
  }

  #isCaretShown(caret: CaretPosition, frame: Frame): boolean {
    const isSamePlace = caret.row === this.#cursor.row && caret.column === this.#cursor.column;
    return isSamePlace && this.#isCursorShown === (frame.caret !== undefined);
  }

  /** Rows are counted from the first live line; a row behind the last one is made by a line feed. */
  #writeRows(rows: readonly number[], target: readonly string[]): string {
    const parts: string[] = [];
    let row = this.#cursor.row;
    let bottom = this.#live.length - 1;
    for (const next of rows) {
      const reachable = Math.min(next, bottom);
      parts.push(moveRows(reachable - row), "\r", "\n".repeat(next - reachable));
      row = next;
      bottom = Math.max(bottom, next);
      parts.push(eraseImage(this.#live[next]), lineBytes(target[next] ?? ""));
    }
    this.#cursor = { row, column: 0 };
    return parts.join("");
  }

  #eraseFrom(row: number): string {
    const images = this.#live.slice(row).map(eraseImage).join("");
    const bytes = `${moveRows(row - this.#cursor.row)}${ERASE_BELOW}${images}`;
    this.#cursor = { row, column: 0 };
    return bytes;
  }

  #showCursor(isShown: boolean): string {
    if (this.#isCursorShown === isShown) return "";
    this.#isCursorShown = isShown;
    return isShown ? SHOW_CURSOR : HIDE_CURSOR;
  }
}

/** The lines of which at least one of the first `count` rows is part. */
function pushedLines(
  lines: readonly (readonly string[])[],
  count: number,
): readonly (readonly string[])[] {
  let rows = 0;
  const end = lines.findIndex((line) => {
    if (rows >= count) return true;
    rows += line.length;
    return false;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
