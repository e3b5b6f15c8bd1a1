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

/** What a terminal said about the moment it drew a frame. */
export interface FrameReport {
  /** Screen row of the cursor before the frame. */
  readonly cursorRow: number;
  readonly size: TerminalSize;
}

/** A way of using the terminal. */
export interface Screen {
  /** Frames must ask the terminal about the moment they are drawn; {@link Screen.report} takes the answers. */
  readonly needsReports: boolean;
  start(size: TerminalSize): string;
  /** Leaves the cursor on an empty line below what was drawn. */
  stop(): string;
  /** Bytes that turn what is shown into the frame; empty when it is shown already. */
  paint(frame: Frame): string;
  /** Takes what the terminal said about the oldest frame that has no report yet; true when it was drawn as meant. */
  report(report: FrameReport): boolean;
  /**
   * Takes a new size; `cursorRow` is where the terminal says the cursor is now, if it was asked. Returns, for each
   * transcript line among the live ones, the text of it that the terminal has pushed into its scrollback.
   */
  resize(size: TerminalSize, cursorRow: number | undefined): readonly string[];
  /** Has the next frame draw every line. */
  forget(): void;
  /** Bytes that empty the screen and, where there is one, the scrollback. */
  clear(): string;
}
