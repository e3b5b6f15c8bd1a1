/**
 * Recognises text across different widths: only what is "ink" counts, so line breaks, indentation and borders may
 * differ.
 */
import { sliceColumns } from "../text/slice.ts";
import { tokenize } from "../text/tokens.ts";

const NOT_INK = /[\s\u2500-\u259f]/g;

/** The characters of a line that carry meaning: no escapes, no white space, no borders. */
export function inkOf(line: string): string {
  return Bun.stripANSI(line).replace(NOT_INK, "");
}

/** `line` from the column behind its first `count` ink characters. */
export function dropInk(line: string, count: number): string {
  let seen = 0;
  let column = 0;
  for (const token of tokenize(line)) {
    if (seen >= count) break;
    if (!token.isEscape) seen += token.text.replace(NOT_INK, "").length;
    column += token.width;
  }
  return sliceColumns(line, column);
}
