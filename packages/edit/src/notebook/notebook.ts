// Owns the part of the notebook format that editing needs; all other fields pass through untouched.

export interface NotebookCell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
  readonly id?: unknown;
  readonly [field: string]: unknown;
}

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly [field: string]: unknown;
}

/** Whether a JSON value is a notebook (format 4: a flat list of cells). */
export function isNotebook(value: unknown): value is Notebook {
  return isRecord(value) && Array.isArray(value.cells) && value.cells.every(isCell);
}

/** A cell's source as one text. */
export function sourceOf(cell: NotebookCell | undefined): string {
  if (cell === undefined) return "";
  return typeof cell.source === "string" ? cell.source : cell.source.join("");
}

function isCell(value: unknown): value is NotebookCell {
  if (!isRecord(value) || typeof value.cell_type !== "string") return false;
  const { source } = value;
  return (
    typeof source === "string" ||
    (Array.isArray(source) && source.every((line) => typeof line === "string"))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
