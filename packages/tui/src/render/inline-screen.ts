/**
 * Draws into the terminal's own scrollback: committed lines are written once and never touched again, live lines
 * below them are redrawn in place. All movement is relative to the cursor, so it does not matter where on the
 * screen the live lines are; after a resize only they are repainted and the terminal's own reflow of everything
 * above them stands.
 */
import type { ResizeModel } from "../terminal/capabilities.ts";
import type { TerminalSize } from "../terminal/terminal.ts";
import { refit } from "./compose.ts";
import {
  CURSOR_HOME,
  ERASE_SCREEN,
  ERASE_SCROLLBACK,
  FRAME_END,
  FRAME_START,
  HIDE_CURSOR,
  moveRows,
  moveToColumn,
  SHOW_CURSOR,
} from "./control-sequences.ts";
import { FrameLog } from "./frame-log.ts";
import { eraseImage } from "./image-line.ts";
import { reflowModel } from "./reflow.ts";
import { emptyModel } from "./row-model.ts";
import { endRow, opsBytes, pushWay, type RowOp } from "./row-ops.ts";
import { type OwedLines, salvage } from "./salvage.ts";
import type { CaretPosition, Frame, FrameReport, Screen } from "./screen.ts";

/** The inline way of using a terminal. */
export class InlineScreen implements Screen {
  readonly needsReports = true;
  readonly #resizeModel: ResizeModel;
  readonly #log: FrameLog;
  #size: TerminalSize = { columns: 80, rows: 24 };
  /** The live lines on the screen; always at least the one the cursor stands on. */
  #live: readonly string[] = [""];
  #cursor: CaretPosition = { row: 0, column: 0 };
  #isCursorShown = true;
  /** What is on the screen is not to be trusted: the next frame erases it. */
  #isStale = false;
  /** What a resize has to look after: lines to commit again, and those of the transcript that are live. */
  #owed: OwedLines = { committed: [], transcript: [] };

  constructor(resizeModel: ResizeModel) {
    this.#resizeModel = resizeModel;
    this.#log = new FrameLog(emptyModel(this.#size, undefined));
  }

  start(size: TerminalSize): string {
    this.#isCursorShown = true;
    this.#startAt(size, undefined);
    return "";
  }

  stop(): string {
    const last = this.#live.length - 1;
    const end = this.#live[last] === "" ? "\r" : "\r\n";
    const bytes = moveRows(last - this.#cursor.row) + end + this.#showCursor(true);
    this.#startAt(this.#size, undefined);
    return bytes;
  }

  clear(): string {
    this.#startAt(this.#size, 0);
    return CURSOR_HOME + ERASE_SCREEN + ERASE_SCROLLBACK;
  }

  report(report: FrameReport): boolean {
    return this.#log.report(report);
  }

  paint(frame: Frame): string {
    const again = this.#owed.committed.flatMap((line) => refit(line, this.#size.columns));
    const committed = again.length === 0 ? frame.committed : [...again, ...frame.committed];
    const target = committed.length === 0 ? frame.live : [...committed, ...frame.live];
    const caret = frame.caret ?? { row: frame.live.length - 1, column: 0 };
    const drawing = this.#drawingOps(target, committed.length);
    const isStill = drawing.length === 0 && committed.length === 0;
    if (isStill && this.#isCaretShown(caret, frame.caret !== undefined)) return "";
    const hide = drawing.length === 0 ? "" : this.#showCursor(false);
    pushWay(drawing, endRow(this.#cursor.row, drawing), committed.length + caret.row);
    const body = hide + this.#eraseImages(target) + opsBytes(drawing) + moveToColumn(caret.column);
    this.#log.add({ ops: drawing, committed, live: frame.live, caret, size: this.#size });
    this.#live = frame.live;
    this.#owed = { committed: [], transcript: frame.live.slice(0, frame.transcriptLines) };
    this.#cursor = caret;
    this.#isStale = false;
    return FRAME_START + body + this.#showCursor(frame.caret !== undefined) + FRAME_END;
  }

  resize(size: TerminalSize, cursorRow: number | undefined): readonly string[] {
    const { model, displaced } = this.#log.replay(this.#resizeModel);
    const reflowed = reflowModel(model, size, this.#resizeModel);
    const aboveScreen = cursorRow === undefined ? 0 : reflowed.cursor - cursorRow;
    const { committed, transcript } = this.#owed;
    const owed = { committed: [...committed, ...displaced], transcript };
    const pushedRows = Math.max(0, aboveScreen - reflowed.live);
    const saved = salvage(reflowed.rows.slice(reflowed.live), pushedRows, owed);
    const live = Math.min(reflowed.live + saved.keptRows, reflowed.cursor);
    const top = cursorRow === undefined ? undefined : aboveScreen;
    this.#log.reset({ ...reflowed, live, top });
    this.#owed = saved;
    this.#size = size;
    this.#cursor = { row: reflowed.cursor - live, column: reflowed.column };
    this.#isStale = true;
    return saved.pushedOut;
  }

  forget(): void {
    this.#isStale = true;
  }

  #startAt(size: TerminalSize, screenRow: number | undefined): void {
    this.#size = size;
    this.#live = [""];
    this.#owed = { committed: [], transcript: [] };
    this.#cursor = { row: 0, column: 0 };
    this.#isStale = false;
    this.#log.reset(emptyModel(size, screenRow));
  }

  /** Rows are counted from the first live line. */
  #drawingOps(target: readonly string[], committedCount: number): RowOp[] {
    const ops: RowOp[] = [];
    const shown = this.#isStale ? [] : this.#live;
    let { row } = this.#cursor;
    if (this.#isStale) {
      pushWay(ops, row, 0);
      ops.push({ type: "erase-below" });
      row = 0;
    }
    for (const run of changedRuns(shown, target, committedCount)) {
      pushWay(ops, row, run.start);
      ops.push({ type: "write", lines: run.lines, isCommitted: run.start < committedCount });
      row = run.start + run.lines.length - 1;
    }
    if (target.length < shown.length) {
      pushWay(ops, row, target.length);
      ops.push({ type: "erase-below" });
    }
    return ops;
  }

  #eraseImages(target: readonly string[]): string {
    return this.#live
      .map((line, row) => (line === target[row] && !this.#isStale ? "" : eraseImage(line)))
      .join("");
  }

  #isCaretShown(caret: CaretPosition, isShown: boolean): boolean {
    const isSamePlace = caret.row === this.#cursor.row && caret.column === this.#cursor.column;
    return isSamePlace && this.#isCursorShown === isShown;
  }

  #showCursor(isShown: boolean): string {
    if (this.#isCursorShown === isShown) return "";
    this.#isCursorShown = isShown;
    return isShown ? SHOW_CURSOR : HIDE_CURSOR;
  }
}

/** Consecutive lines that differ from what is shown; committed and live lines are never in one run. */
function changedRuns(shown: readonly string[], target: readonly string[], committedCount: number) {
  const runs: { readonly start: number; readonly lines: readonly string[] }[] = [];
  const close = (start: number, end: number) => {
    for (const [from, to] of [
      [start, Math.min(end, committedCount)],
      [Math.max(start, committedCount), end],
    ] as const) {
      if (from < to) runs.push({ start: from, lines: target.slice(from, to) });
    }
  };
  let start = 0;
  for (let row = 0; row < Math.min(shown.length, target.length); row++) {
    if (target[row] !== shown[row]) continue;
    close(start, row);
    start = row + 1;
  }
  close(start, target.length);
  return runs;
}
