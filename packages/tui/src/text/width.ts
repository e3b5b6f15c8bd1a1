/** How many terminal columns a text takes. Escape sequences take none; tabs are expanded before, not here. */
import { isPlainAscii } from "./graphemes.ts";

/** Columns of `text` on one line, escape sequences not counted. A tab counts 0: see {@link expandTabs}. */
export function visibleWidth(text: string): number {
  return isPlainAscii(text) ? text.length : Bun.stringWidth(text);
}

/** Replaces tabs by spaces up to the next tab stop; escape sequences do not move the stops. */
export function expandTabs(text: string, tabWidth: number): string {
  if (!text.includes("\t")) return text;
  return text
    .split("\n")
    .map((line) => expandLine(line, tabWidth))
    .join("\n");
}

function expandLine(line: string, tabWidth: number): string {
  const [first = "", ...rest] = line.split("\t");
  let out = first;
  let column = visibleWidth(first);
  for (const part of rest) {
    const gap = tabWidth - (column % tabWidth);
    out += " ".repeat(gap) + part;
    column += gap + visibleWidth(part);
  }
  return out;
}
