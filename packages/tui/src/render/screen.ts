/** What a way of using the terminal (inline or alternate screen) must be able to do. It returns bytes, never writes. */
import type { TerminalSize } from "../terminal/terminal.ts";

/** One picture of the screen; all lines are guarded and fit the size. */
export interface Frame {
  /** Lines that go above the live ones, once and for good. Empty on the alternate screen. */
  readonly committed: readonly string[];
  /** Lines that are drawn anew with every frame; at least one, at most as many as there are rows. */
  readonly live: readonly string[];
  /** How many live lines, from the first one on, belong to the transcript and will be committed one day. */
  readonly transcriptLines: number;
  readonly caret: CaretPosition | undefined;
}

/** A cell of the live lines. */
export interface CaretPosition {
  readonly row: number;
  readonly column: number;
}

/** What a resize did. */
export interface ResizeOutcome {
  readonly bytes: string;
  /** Transcript lines among the live ones, from the first one on, that the terminal pushed into its scrollback. */
  readonly pushedOut: readonly string[];
}

/** A way of using the terminal. */
export interface Screen {
  start(size: TerminalSize): string;
  /** Says on which row of the screen the cursor was at the start; may come late or never. */
  locate(cursorRow: number): void;
  /** Leaves the cursor on an empty line below what was drawn. */
  stop(): string;
  /** Bytes that turn what is shown into the frame; empty when it is shown already. */
  paint(frame: Frame): string;
  /** Takes a new size; `cursorRow` is where the terminal says the cursor is now, if it was asked. */
  resize(size: TerminalSize, cursorRow: number | undefined): ResizeOutcome;
  /** Forgets what is shown, so that the next frame draws every line. */
  forget(): string;
}
