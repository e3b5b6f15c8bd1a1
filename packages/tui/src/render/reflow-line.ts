/** How a terminal wraps one line that is too wide for it. */
import { isPlainAscii } from "../text/graphemes.ts";
import { tokenize } from "../text/tokens.ts";
import { visibleWidth } from "../text/width.ts";

/** The rows that a painted line takes when a terminal wraps it at `columns`, each as plain text. */
export function reflowLine(line: string, columns: number): string[] {
  const width = Math.max(1, columns);
  if (visibleWidth(line) <= width) return [plainText(line)];
  const rows: string[] = [];
  let row = "";
  let rowWidth = 0;
  for (const token of tokenize(line)) {
    if (token.isEscape) continue;
    if (rowWidth + token.width > width && rowWidth > 0) {
      rows.push(row);
      row = "";
      rowWidth = 0;
    }
    row += token.text;
    rowWidth += token.width;
  }
  return [...rows, row];
}

/** A line without its escapes. */
export function plainText(line: string): string {
  return isPlainAscii(line) ? line : Bun.stripANSI(line);
}
