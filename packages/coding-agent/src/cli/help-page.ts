// How a help page is set: sections of two columns that fit a terminal of 80. Pure; knows nothing of commands and flags.

/** The columns of the narrowest terminal that a page is made for. */
export const PAGE_COLUMNS = 80;

const INDENT = "  ";
const GAP = "  ";

/** What stands left, and what it means. */
export type HelpRow = readonly [left: string, right: string];

/** A titled part of a page. */
export interface HelpSection {
  readonly title: string;
  readonly rows: readonly HelpRow[];
  /** How wide the left column is; as wide as its rows need, unless it is given. */
  readonly width?: number;
  /** What is wider stands above what it means. */
  readonly maxWidth?: number;
}

const MAX_WIDTH = 30;

/** The width that these rows need, leaving out those that are too wide for any column. */
export function columnWidth(rows: readonly HelpRow[], maxWidth = MAX_WIDTH): number {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= maxWidth);
  return fitting.length === 0 ? MIN_WIDTH : Math.max(...fitting);
}

const MIN_WIDTH = 8;

/** Sections as text, a blank line between them; those without rows are left out. */
export function pageText(head: readonly string[], sections: readonly HelpSection[]): string {
  const parts = sections.filter(({ rows }) => rows.length > 0).map(sectionText);
  return `${[...head, ...parts].join("\n\n")}\n`;
}

function sectionText({ title, rows, maxWidth, width }: HelpSection): string {
  const columns = width ?? columnWidth(rows, maxWidth);
  return [title, ...rows.flatMap((row) => rowLines(row, columns))].join("\n");
}

function rowLines([left, right]: HelpRow, width: number): string[] {
  const margin = INDENT + " ".repeat(width) + GAP;
  const lines = wrapWords(right, PAGE_COLUMNS - margin.length);
  if (left.length > width) return [INDENT + left, ...lines.map((line) => margin + line)];
  const [first = "", ...rest] = lines;
  return [
    `${INDENT}${left.padEnd(width)}${GAP}${first}`.trimEnd(),
    ...rest.map((line) => margin + line),
  ];
}

/** Lines of whole words; a word that is wider stands alone. */
function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
