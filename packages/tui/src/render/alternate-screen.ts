/** Draws on the alternate screen, where every row is ours: rows that changed are written at their place. */
import type { TerminalSize } from "../terminal/terminal.ts";
import {
  CURSOR_HOME,
  ENTER_ALTERNATE,
  ERASE_SCREEN,
  FRAME_END,
  FRAME_START,
  HIDE_CURSOR,
  LEAVE_ALTERNATE,
  lineBytes,
  moveTo,
  SHOW_CURSOR,
} from "./control-sequences.ts";
import { eraseImage } from "./image-line.ts";
import type { CaretPosition, Frame, Screen } from "./screen.ts";

/** The full-screen way of using a terminal. */
export class AlternateScreen implements Screen {
  readonly needsReports = false;
  #size: TerminalSize = { columns: 80, rows: 24 };
  #rows: readonly string[] = [];
  #caret: CaretPosition | undefined;
  #isStale = false;

  start(size: TerminalSize): string {
    this.#size = size;
    this.forget();
    return ENTER_ALTERNATE;
  }

  stop(): string {
    return SHOW_CURSOR + LEAVE_ALTERNATE;
  }

  report(): boolean {
    return true;
  }

  paint(frame: Frame): string {
    const parts = this.#isStale ? this.#rows.map(eraseImage) : [];
    if (this.#isStale) this.#rows = [];
    for (let row = 0; row < this.#size.rows; row++) {
      const line = frame.live[row] ?? "";
      if (line === (this.#rows[row] ?? "")) continue;
      parts.push(eraseImage(this.#rows[row]), moveTo(row, 0), lineBytes(line));
    }
    const isStill = parts.length === 0 && !this.#isStale && isSame(this.#caret, frame.caret);
    if (isStill) return "";
    const clear = this.#isStale ? CURSOR_HOME + ERASE_SCREEN : "";
    this.#isStale = false;
    this.#rows = frame.live;
    this.#caret = frame.caret;
    const place =
      frame.caret === undefined ? "" : moveTo(frame.caret.row, frame.caret.column) + SHOW_CURSOR;
    return FRAME_START + HIDE_CURSOR + clear + parts.join("") + place + FRAME_END;
  }

  resize(size: TerminalSize): readonly string[] {
    this.#size = size;
    this.forget();
    return [];
  }

  forget(): void {
    this.#isStale = true;
  }

  clear(): string {
    this.forget();
    return "";
  }
}

function isSame(left: CaretPosition | undefined, right: CaretPosition | undefined): boolean {
  return left?.row === right?.row && left?.column === right?.column;
}
