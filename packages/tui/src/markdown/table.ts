/** Tables with borders: columns shrink to fit, cells wrap, and where even that is too wide rows become lists. */
import { padColumns } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import type { Alignment } from "./block.ts";

/** A table of styled cells. */
export interface TableData {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly alignments: readonly Alignment[];
}

const MIN_CELL_COLUMNS = 4;

/** The lines of a table. */
export function renderTable(table: TableData, width: number, border: Style): string[] {
  const count = table.header.length;
  const room = width - 3 * count - 1;
  if (room < count * MIN_CELL_COLUMNS) return renderAsList(table, width);
  const widths = fitColumns(naturalWidths(table), room);
  const rule = (left: string, middle: string, right: string) =>
    border(left + widths.map((columns) => "─".repeat(columns + 2)).join(middle) + right);
  const rows = table.rows.flatMap((row) => renderRow(row, widths, table.alignments, border));
  return [
    rule("┌", "┬", "┐"),
    ...renderRow(table.header, widths, table.alignments, border),
    rule("├", "┼", "┤"),
    ...rows,
    rule("└", "┴", "┘"),
  ];
}

function naturalWidths(table: TableData): number[] {
  return table.header.map((header, column) => {
    const cells = [header, ...table.rows.map((row) => row[column] ?? "")];
    return Math.max(1, ...cells.flatMap((cell) => cell.split("\n").map(visibleWidth)));
  });
}

/** Takes columns from the widest until everything fits. */
function fitColumns(widths: readonly number[], room: number): number[] {
  const fitted = [...widths];
  let surplus = fitted.reduce((sum, width) => sum + width, 0) - room;
  while (surplus > 0) {
    const widest = Math.max(...fitted);
    const index = fitted.indexOf(widest);
    const next = Math.max(0, ...fitted.filter((width) => width < widest));
    const cut = Math.min(surplus, Math.max(1, widest - Math.max(next, MIN_CELL_COLUMNS)));
    fitted[index] = widest - cut;
    surplus -= cut;
  }
  return fitted;
}

function renderRow(
  cells: readonly string[],
  widths: readonly number[],
  alignments: readonly Alignment[],
  border: Style,
): string[] {
  const wrapped = widths.map((columns, index) => wrapText(cells[index] ?? "", columns));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  const edge = border("│");
  return Array.from({ length: height }, (_, line) => {
    const row = widths.map((columns, index) =>
      align(wrapped[index]?.[line] ?? "", columns, alignments[index] ?? "left"),
    );
    return `${edge} ${row.join(` ${edge} `)} ${edge}`;
  });
}

function align(text: string, columns: number, alignment: Alignment): string {
  const free = Math.max(0, columns - visibleWidth(text));
  const before = alignment === "right" ? free : alignment === "center" ? free >> 1 : 0;
  return padColumns(" ".repeat(before) + text, columns);
}

function renderAsList(table: TableData, width: number): string[] {
  return table.rows.flatMap((row) => [
    ...row.flatMap((cell, index) => wrapText(`${table.header[index] ?? ""}: ${cell}`, width)),
    "",
  ]);
}
