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
import type { CaretPosition, Frame, ResizeOutcome, Screen } from "./screen.ts";

/** The full-screen way of using a terminal. */
export class AlternateScreen implements Screen {
  #size: TerminalSize = { columns: 80, rows: 24 };
  #rows: readonly string[] = [];
  #caret: CaretPosition | undefined;
  #isBlank = false;

  start(size: TerminalSize): string {
    this.#size = size;
    return ENTER_ALTERNATE + this.forget();
  }

  locate(): void {}

  stop(): string {
    return SHOW_CURSOR + LEAVE_ALTERNATE;
  }

  paint(frame: Frame): string {
    const parts: string[] = [];
    for (let row = 0; row < this.#size.rows; row++) {
      const line = frame.live[row] ?? "";
      if (line === (this.#rows[row] ?? "")) continue;
      parts.push(eraseImage(this.#rows[row]), moveTo(row, 0), lineBytes(line));
    }
    const isStill = parts.length === 0 && !this.#isBlank && isSame(this.#caret, frame.caret);
    if (isStill) return "";
    const clear = this.#isBlank ? CURSOR_HOME + ERASE_SCREEN : "";
    this.#isBlank = false;
    this.#rows = frame.live;
    this.#caret = frame.caret;
    const place =
      frame.caret === undefined ? "" : moveTo(frame.caret.row, frame.caret.column) + SHOW_CURSOR;
    return FRAME_START + HIDE_CURSOR + clear + parts.join("") + place + FRAME_END;
  }

  resize(size: TerminalSize): ResizeOutcome {
    this.#size = size;
    return { bytes: this.forget(), pushedOut: [] };
  }

  forget(): string {
    const images = this.#rows.map(eraseImage).join("");
    this.#rows = [];
    this.#isBlank = true;
    return images;
  }
}

function isSame(left: CaretPosition | undefined, right: CaretPosition | undefined): boolean {
  return left?.row === right?.row && left?.column === right?.column;
}
