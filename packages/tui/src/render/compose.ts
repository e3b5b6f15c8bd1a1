/** Puts transcript, chrome and overlays together into one frame that fits the screen. Pure. */
import type { TerminalSize } from "../terminal/terminal.ts";
import { visibleWidth } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import { type Component, IMAGE_MARKER } from "./component.ts";
import { guardLine, guardText } from "./line-guard.ts";
import { layOver, type Overlay, overlayRows } from "./overlays.ts";
import type { CaretPosition } from "./screen.ts";

/** What a frame is made of. */
export interface FrameSources {
  /** Lines of the transcript that fit into at most `rows` rows, with their owners. */
  transcript(rows: number): { lines: readonly string[]; owners: readonly Component[] };
  /** Lines below the transcript. */
  readonly chrome: readonly string[];
  readonly overlays: readonly Overlay[];
  readonly size: TerminalSize;
  /** Fill the whole screen instead of only what is needed. */
  readonly fillsScreen: boolean;
}

/** The lines of a frame, guarded, with the parts that own the first of them. */
export interface LiveFrame {
  readonly lines: readonly string[];
  readonly owners: readonly Component[];
  readonly caret: CaretPosition | undefined;
}

/** Builds the live lines of a frame: chrome first gets its room, the transcript what is left. */
export function composeLive(sources: FrameSources): LiveFrame {
  const { size, chrome } = sources;
  const { lines, owners } = sources.transcript(Math.max(0, size.rows - chrome.length));
  const base = [...lines, ...chrome];
  const wanted = sources.fillsScreen
    ? size.rows
    : Math.min(size.rows, overlayRows(sources.overlays, size));
  const missing = Math.max(base.length === 0 ? 1 : 0, wanted - base.length);
  const blank = Array.from({ length: missing }, () => "");
  // Blank rows go between transcript and chrome, so that chrome stays at the bottom.
  const padded = [...lines, ...blank, ...chrome];
  const guarded = layOver(padded, sources.overlays, size.columns).map((line) =>
    guardLine(line, size.columns),
  );
  const caretRow = guarded.findLastIndex((line) => line.caretColumn !== undefined);
  const start = firstShownRow(guarded.length, size.rows, caretRow);
  const shown = guarded.slice(start, start + size.rows);
  return {
    lines: shown.map((line) => line.text),
    owners: owners.slice(start),
    caret: caretAt(caretRow - start, guarded[caretRow]?.caretColumn),
  };
}

/** Lines made safe to write, for those that are committed. */
export function guardAll(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => guardText(line, columns));
}

/** A line that was laid out for another width, broken where it does not fit. */
export function refit(line: string, columns: number): readonly string[] {
  if (line.startsWith(IMAGE_MARKER) || visibleWidth(line) <= columns) return [line];
  return wrapText(line, columns);
}

function caretAt(row: number, column: number | undefined): CaretPosition | undefined {
  return column === undefined ? undefined : { row, column };
}

/** Too many lines: the end is shown, or else the part around the caret. */
function firstShownRow(count: number, rows: number, caretRow: number): number {
  const end = Math.max(0, count - rows);
  return caretRow === -1 ? end : Math.min(end, caretRow);
}
