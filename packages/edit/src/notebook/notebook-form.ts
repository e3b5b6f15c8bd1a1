// Owns the text form of Jupyter notebooks, `# %% [type] cell:N` blocks: the JSON around the sources
// stays byte for byte, and a notebook that could not be written back so is refused.

import { decodeDocument } from "../document/document-bytes.ts";
import { plainForm, type EncodeOutcome, type TextForm } from "../document/text-form.ts";
import { TextDocument } from "../document/text-document.ts";
import { findJsonStyle, printJson } from "./json-style.ts";
import { isNotebook, sourceOf, type Notebook } from "./notebook.ts";
import { parseCells, printCells } from "./notebook-text.ts";

/** Notebooks as blocks of cell sources; everything else about a cell is out of the model's sight. */
export const notebookForm: TextForm = {
  isFor: (path) => path.endsWith(".ipynb"),
  decode(bytes) {
    const read = readNotebook(bytes);
    if (!read.ok) return read;
    const text = printCells(read.notebook.cells);
    const shown = parseCells(text);
    const isFaithful =
      shown.ok &&
      shown.cells.every(({ source }, index) => source === sourceOf(read.notebook.cells[index]));
    return isFaithful && shown.cells.length === read.notebook.cells.length
      ? { ok: true, document: TextDocument.fromText(text) }
      : refuse("a cell holds a line that looks like a cell marker");
  },
  encode(document, original) {
    const read = readNotebook(original);
    if (!read.ok) return read;
    const parsed = parseCells(document.text);
    return parsed.ok ? read.write(parsed.cells) : parsed;
  },
};

function readNotebook(bytes: Uint8Array) {
  const decoded = decodeDocument(bytes);
  if (!decoded.ok) return decoded;
  const { text } = decoded.document;
  const notebook = parseJson(text);
  if (!isNotebook(notebook)) return refuse("it is not a notebook");
  const style = findJsonStyle(text, notebook);
  if (style === undefined) return refuse("its JSON is laid out in a way that could not be kept");
  const write = (cells: readonly NewCell[]): EncodeOutcome => {
    const rebuilt = rebuildCells(notebook, cells);
    if (!Array.isArray(rebuilt)) return rebuilt;
    const json = printJson({ ...notebook, cells: rebuilt }, style);
    return plainForm.encode(TextDocument.fromText(json, decoded.document.format), bytes);
  };
  return { ok: true, notebook, write } as const;
}

type NewCell = Extract<ReturnType<typeof parseCells>, { ok: true }>["cells"][number];

/** Cells in their new order: known ones with everything but their source kept, new ones bare. */
function rebuildCells(notebook: Notebook, cells: readonly NewCell[]) {
  const used = new Set<number>();
  const rebuilt: Notebook["cells"][number][] = [];
  for (const { type, number, source } of cells) {
    const known = number === undefined ? undefined : notebook.cells[number - 1];
    if (number !== undefined && (known === undefined || used.has(number))) {
      return refuse(`cell:${number} does not exist or is used twice; a new cell has no number`);
    }
    if (number !== undefined) used.add(number);
    if (known !== undefined && known.cell_type !== type) {
      return refuse(
        `cell:${number} is of type ${known.cell_type}; remove it and add a new cell instead`,
      );
    }
    rebuilt.push(
      known === undefined
        ? makeCell(notebook, type, source, rebuilt.length)
        : withSource(known, source),
    );
  }
  return rebuilt;
}

function withSource(cell: Notebook["cells"][number], source: string) {
  if (sourceOf(cell) === source) return cell;
  return { ...cell, source: Array.isArray(cell.source) ? toSourceLines(source) : source };
}

function makeCell(
  notebook: Notebook,
  type: string,
  source: string,
  index: number,
): Notebook["cells"][number] {
  const hasIds = notebook.cells.some((cell) => cell.id !== undefined);
  const id = hasIds ? { id: makeId(notebook, source, index) } : {};
  const output = type === "code" ? { execution_count: null } : {};
  const results = type === "code" ? { outputs: [] } : {};
  return {
    cell_type: type,
    ...output,
    ...id,
    metadata: {},
    ...results,
    source: toSourceLines(source),
  };
}

/** Eight hex digits that no cell of the notebook has yet. */
function makeId(notebook: Notebook, source: string, index: number): string {
  const taken = new Set(notebook.cells.map((cell) => cell.id));
  for (let seed = index; ; seed++) {
    const id = Bun.hash.xxHash32(source, seed).toString(16).padStart(8, "0");
    if (!taken.has(id)) return id;
  }
}

function toSourceLines(source: string): string[] {
  return source === "" ? [] : source.split(/(?<=\n)/u);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON, so not a notebook: the caller says so.
  }
}

function refuse(cause: string) {
  return { ok: false, message: `the notebook cannot be edited: ${cause}` } as const;
}
