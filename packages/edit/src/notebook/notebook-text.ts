// Owns the text of a notebook: one marker line per cell, its source below. Printing and parsing are inverse.

import { sourceOf, type NotebookCell } from "./notebook.ts";

/** A cell as the text has it; `number` is that of the cell it was, from 1. */
interface CellText {
  readonly type: string;
  readonly number?: number;
  readonly source: string;
}

export type CellParse =
  | { readonly ok: true; readonly cells: readonly CellText[] }
  | { readonly ok: false; readonly message: string };

const MARKER = /^# %% \[(\w+)\](?: cell:([1-9]\d*))?[ \t]*$/u;

/** The sources of all cells under their markers. */
export function printCells(cells: readonly NotebookCell[]): string {
  return cells
    .map((cell, index) => {
      const marker = `# %% [${cell.cell_type}] cell:${index + 1}`;
      const source = sourceOf(cell);
      return source === "" ? marker : `${marker}\n${source}`;
    })
    .join("\n");
}

/** The cells of an edited text; a marker without number is a new cell. */
export function parseCells(text: string): CellParse {
  const cells: { type: string; number?: number; lines: string[] }[] = [];
  for (const line of text === "" ? [] : text.split("\n")) {
    const marker = MARKER.exec(line);
    if (marker !== null) {
      const [, type = "", number] = marker;
      cells.push(
        number === undefined ? { type, lines: [] } : { type, number: Number(number), lines: [] },
      );
      continue;
    }
    const cell = cells.at(-1);
    if (cell === undefined) {
      return {
        ok: false,
        message: 'the first line of a notebook must be a cell marker such as "# %% [code]"',
      };
    }
    cell.lines.push(line);
  }
  return {
    ok: true,
    cells: cells.map(({ lines, ...cell }) => ({ ...cell, source: lines.join("\n") })),
  };
}
