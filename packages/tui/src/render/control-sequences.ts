/** The few control sequences that drawing needs, by name. */

export const AUTOWRAP_ON = "\x1b[?7h";
export const AUTOWRAP_OFF = "\x1b[?7l";

/** Frames are shown whole (mode 2026) and lines do not spill onto the next row (autowrap off). */
export const FRAME_START = `\x1b[?2026h${AUTOWRAP_OFF}`;
export const FRAME_END = `${AUTOWRAP_ON}\x1b[?2026l`;

export const HIDE_CURSOR = "\x1b[?25l";
export const SHOW_CURSOR = "\x1b[?25h";
/**
 * Clears from the start of the row to the end of the screen. tmux takes an erase that starts in the corner for a
 * cleared screen and saves what was on it to its history, so the erase starts one column further.
 */
export const ERASE_BELOW = "\r\x1b[K\x1b[C\x1b[J\r";
const ERASE_LINE = "\x1b[2K";
export const ERASE_SCREEN = "\x1b[2J";
export const ERASE_SCROLLBACK = "\x1b[3J";
export const CURSOR_HOME = "\x1b[H";
export const ENTER_ALTERNATE = "\x1b[?1049h";
export const LEAVE_ALTERNATE = "\x1b[?1049l";

/** Asks for the place of the cursor. */
export const QUERY_CURSOR = "\x1b[6n";
/** Asks for the place of the lower right corner, which is the size of the screen; the cursor stays. */
export const QUERY_CORNER = `\x1b7\x1b[9999;9999H${QUERY_CURSOR}\x1b8`;

/** Moves up (negative) or down by rows within the screen, without changing the column. */
export function moveRows(rows: number): string {
  return rows === 0 ? "" : rows < 0 ? `\x1b[${-rows}A` : `\x1b[${rows}B`;
}

/** Moves to a column, counted from 0. */
export function moveToColumn(column: number): string {
  return column === 0 ? "\r" : `\x1b[${column + 1}G`;
}

/** Moves to a cell of the screen, counted from 0. */
export function moveTo(row: number, column: number): string {
  return `\x1b[${row + 1};${column + 1}H`;
}

/**
 * A line as it is written over whatever was on its row. The row is cleared as a whole and first: a cleared end of a
 * row still counts as used in tmux and would be wrapped like text when the width shrinks.
 */
export function lineBytes(line: string): string {
  return ERASE_LINE + line;
}

/** Lines on consecutive rows. */
export function linesBytes(lines: readonly string[]): string {
  return ERASE_LINE + lines.join(`\r\n${ERASE_LINE}`);
}
