// Small facts as people read them: aligned columns, sizes and prices. Pure.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { ModelCost } from "@oh-my-pi/pi-catalog/model";

/** Rows with their columns aligned, each row a line; the text of a cell is made inert. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const inert = rows.map((row) => row.map((cell) => sanitizeForeign(cell)));
  const widths = inert.reduce<number[]>(
    (widest, row) =>
      row.map((cell, column) => Math.max(widest[column] ?? 0, Bun.stringWidth(cell))),
    [],
  );
  const pad = (cell: string, column: number): string =>
    cell + " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return inert.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

/** A moment to the second, without what only programs read. */
export function timeText(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** 200000 is 200k, 1048576 is 1M. */
export function tokensText(tokens: number): string {
  if (tokens >= 950_000) return `${shortNumber(tokens / 1_000_000, 1)}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}

/** Price of a million tokens in and out. */
export function priceText({ input, output }: Pick<ModelCost, "input" | "output">): string {
  return input === 0 && output === 0
    ? "free"
    : `$${shortNumber(input, 3)}/$${shortNumber(output, 3)}`;
}

function shortNumber(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
