/** The last gate before the screen: a line stays on its row and within its width, whatever a component rendered. */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { sliceColumns } from "../text/slice.ts";
import { tokenize } from "../text/tokens.ts";
import { visibleWidth } from "../text/width.ts";
import { CURSOR_MARKER, IMAGE_MARKER } from "./component.ts";

/** Controls, and characters that reorder or hide text: no line of ours holds one. */
const UNSAFE =
  "\\0-\\x1f\\x7f-\\x9f\\xad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff";
const EACH_UNSAFE = new RegExp(`[${UNSAFE}]`, "g");
/** Colours (SGR) and hyperlinks (OSC 8): the only sequences that may pass. */
const ALLOWED = "\\x1b(?:\\[[0-9;:]*m|\\]8;[^\\0-\\x1f\\x7f-\\x9f]*(?:\\x07|\\x1b\\\\))";
const ONE_ALLOWED = new RegExp(`^${ALLOWED}$`);
const PLAIN = `[^${UNSAFE}]*`;
const ALL_SAFE = new RegExp(`^${PLAIN}(?:${ALLOWED}${PLAIN})*$`);

/** A line that is safe to write, and where its caret was. */
export interface GuardedLine {
  readonly text: string;
  readonly caretColumn: number | undefined;
}

/** {@link guardLine} for lines in which a caret means nothing. */
export function guardText(line: string, columns: number): string {
  if (line.startsWith(IMAGE_MARKER)) return line;
  return makeSafe(
    line.includes(CURSOR_MARKER) ? line.replaceAll(CURSOR_MARKER, "") : line,
    columns,
  );
}

/** Makes a rendered line safe: no control but colours and links, at most `columns` wide, styles closed. */
export function guardLine(line: string, columns: number): GuardedLine {
  if (line.startsWith(IMAGE_MARKER)) return { text: line, caretColumn: undefined };
  const marker = line.indexOf(CURSOR_MARKER);
  if (marker === -1) return { text: makeSafe(line, columns), caretColumn: undefined };
  const column = visibleWidth(line.slice(0, marker));
  const text = makeSafe(line.replaceAll(CURSOR_MARKER, ""), columns);
  return { text, caretColumn: Math.min(column, Math.max(0, columns - 1)) };
}

function makeSafe(line: string, columns: number): string {
  const safe = ALL_SAFE.test(line) ? line : removeUnsafe(line);
  const fitting = visibleWidth(safe) <= columns ? safe : sliceColumns(safe, 0, columns);
  if (!fitting.includes("\x1b")) return fitting;
  return fitting + (fitting.includes("\x1b]8;") ? "\x1b]8;;\x1b\\\x1b[0m" : "\x1b[0m");
}

function removeUnsafe(line: string): string {
  return tokenize(line)
    .map((token) => {
      if (token.isEscape && ONE_ALLOWED.test(token.text)) return token.text;
      if (token.text === "\t") return " ";
      return token.text.replace(EACH_UNSAFE, visibleMark);
    })
    .join("");
}

/** A line break that a component left in a line is as foreign as the rest. */
function visibleMark(char: string): string {
  return char === "\n" ? "\u240a" : sanitizeForeign(char);
}
