// Rows as a table of text, within a width. Pure.

const MAX_CELL = 40;
const MAX_WIDTH = 120;

export type SqliteRow = Readonly<Record<string, unknown>>;

/** A table with a header; cells and the whole are cut to fit. */
export function formatRows(columns: readonly string[], rows: readonly SqliteRow[]): string {
  const cells = rows.map((row) => columns.map((column) => cut(cellText(row[column]), MAX_CELL)));
  const heads = columns.map((column) => cut(column, MAX_CELL));
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (texts: readonly string[], fill = " "): string =>
    cut(
      `| ${texts.map((text, index) => text.padEnd(widths[index] ?? 0, fill)).join(" | ")} |`,
      MAX_WIDTH,
    );
  return [
    line(heads),
    line(
      heads.map(() => ""),
      "-",
    ),
    ...cells.map((row) => line(row)),
  ].join("\n");
}

/** One row, a column a line. */
export function formatRow(row: SqliteRow): string {
  return Object.entries(row)
    .map(([column, value]) => `${column}: ${cellText(value)}`)
    .join("\n");
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
