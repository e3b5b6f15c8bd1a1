// Rows of words in columns, for replies.

/** Lines with every column but the last padded to its widest cell. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, Bun.stringWidth(cell))));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === row.length - 1 ? cell : cell + " ".repeat((widths[at] ?? 0) - Bun.stringWidth(cell)),
      )
      .join("  ")
      .trimEnd(),
  );
}
