/** What the rest of this package needs of a terminal, so that a real tty and an emulator serve alike. */
import type { InputEvent } from "./input-event.ts";

/** Size in character cells. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** What a terminal reports to its owner. */
export interface TerminalHandlers {
  onInput(event: InputEvent): void;
  onResize(size: TerminalSize): void;
  /** Output that made the terminal busy has left. */
  onDrain(): void;
}

/** A terminal in raw mode between `start` and `stop`. */
export interface Terminal {
  readonly size: TerminalSize;
  /** True while earlier output still waits to be taken; a new frame would only pile up. */
  readonly isBusy: boolean;
  /** Enters raw mode, asks for bracketed paste and the best keyboard protocol, and reports from then on. */
  start(handlers: TerminalHandlers): void;
  /** Undoes everything that `start` did; may be started again. */
  stop(): void;
  write(data: string): void;
  /** Announces that what is written next asks for a cursor report, so that it is not read as a function key. */
  expectCursorReport(): void;
}
