/** What a frame does to the rows of a screen, as data: it can be turned into bytes, and played on a model of the rows. */
import { sliceColumns } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import { IMAGE_MARKER } from "./component.ts";
import {
  AUTOWRAP_OFF,
  AUTOWRAP_ON,
  ERASE_BELOW,
  linesBytes,
  moveRows,
} from "./control-sequences.ts";
import { plainText, reflowLine } from "./reflow-line.ts";
import { freeLine, type RowModel } from "./row-model.ts";

/** One step of drawing; a write puts its lines on consecutive rows. Rows are relative, so steps mean the same wherever on the screen they start. */
export type RowOp =
  | { readonly type: "up"; readonly rows: number }
  | { readonly type: "feed"; readonly rows: number }
  | { readonly type: "write"; readonly lines: readonly string[]; readonly isCommitted: boolean }
  | { readonly type: "erase-below" };

/**
 * Adds the steps from one row to another. The way down is made by line feeds: they reach rows that exist and make
 * those that do not, even when the screen has become lower meanwhile.
 */
export function pushWay(ops: RowOp[], from: number, to: number): void {
  if (to < from) ops.push({ type: "up", rows: from - to });
  else if (to > from) ops.push({ type: "feed", rows: to - from });
}

/** The row on which steps end that start on a row. */
export function endRow(start: number, ops: readonly RowOp[]): number {
  return ops.reduce((row, op) => {
    if (op.type === "up") return row - op.rows;
    if (op.type === "feed") return row + op.rows;
    return op.type === "write" ? row + op.lines.length - 1 : row;
  }, start);
}

/**
 * The bytes of steps, for a terminal with autowrap off. Committed lines are written with autowrap on: should one turn
 * out too wide for the screen it is wrapped and nothing of it is lost, while a live line must stay on its row.
 */
export function opsBytes(ops: readonly RowOp[]): string {
  const parts: string[] = [];
  let isWrapping = false;
  for (const op of ops) {
    const wraps: boolean = op.type === "write" ? op.isCommitted : isWrapping;
    if (wraps !== isWrapping) parts.push(wraps ? AUTOWRAP_ON : AUTOWRAP_OFF);
    isWrapping = wraps;
    parts.push(opBytes(op));
  }
  if (isWrapping) parts.push(AUTOWRAP_OFF);
  return parts.join("");
}

function opBytes(op: RowOp): string {
  switch (op.type) {
    case "up":
      return moveRows(-op.rows);
    case "feed":
      return `\r${"\n".repeat(op.rows)}`;
    case "write":
      return `\r${linesBytes(op.lines)}`;
    default:
      return ERASE_BELOW;
  }
}

/** The rows after steps were played on a screen of the model's size. */
export function playOps(model: RowModel, ops: readonly RowOp[]): RowModel {
  const { columns, rows: height } = model.size;
  const rows = [...model.rows];
  let line = freeLine(rows);
  let { cursor, top } = model;
  const arrive = () => {
    if (top !== undefined) top = Math.max(top, cursor - height + 1);
    while (rows.length <= cursor) rows.push({ text: "", line: line++ });
  };
  const write = (texts: readonly string[]) => {
    for (const [offset, text] of texts.entries()) rows[cursor + offset] = { text, line };
    cursor += texts.length - 1;
    line++;
    arrive();
  };
  for (const op of ops) {
    if (op.type === "up") cursor = Math.max(cursor - op.rows, top ?? 0, 0);
    else if (op.type === "feed") cursor += op.rows;
    else if (op.type === "erase-below")
      rows.splice(cursor, rows.length, { text: "", line: line++ });
    else {
      for (const [index, text] of op.lines.entries()) {
        if (index > 0) cursor++;
        write(writtenRows(text, columns, op.isCommitted));
      }
    }
    arrive();
  }
  return { ...model, rows, cursor, top };
}

function writtenRows(line: string, columns: number, wraps: boolean): readonly string[] {
  if (line.startsWith(IMAGE_MARKER)) return [""];
  if (visibleWidth(line) <= columns) return [plainText(line)];
  return wraps ? reflowLine(line, columns) : [cut(line, columns)];
}

/**
 * What does not fit lands in the last column, one character over the other. The word that is cut there counts as not
 * written; strokes stand for what is left of it.
 */
function cut(line: string, columns: number): string {
  const kept = sliceColumns(plainText(line), 0, columns - 1);
  const words = kept.slice(0, Math.max(0, kept.lastIndexOf(" ")));
  return words + "─".repeat(columns - visibleWidth(words));
}
