/**
 * Keeps track of what is really on the screen. A frame is written for one size, but the terminal may have taken
 * another before it draws it; each frame therefore asks, from inside the stream, where the cursor was and how large
 * the screen was when it was drawn. Frames without an answer are kept until a resize has to sort them out.
 */
import type { ResizeModel } from "../terminal/capabilities.ts";
import type { TerminalSize } from "../terminal/terminal.ts";
import { reflowModel } from "./reflow.ts";
import { plainText } from "./reflow-line.ts";
import {
  coverScreen,
  forgetOldRows,
  freeLine,
  groupRows,
  REMEMBERED_SCREENS,
  type RowModel,
} from "./row-model.ts";
import { playOps, type RowOp } from "./row-ops.ts";
import type { CaretPosition, FrameReport } from "./screen.ts";

/** A frame that was written. */
export interface WrittenFrame {
  readonly ops: readonly RowOp[];
  readonly committed: readonly string[];
  readonly live: readonly string[];
  readonly caret: CaretPosition;
  readonly size: TerminalSize;
}

/** The screen after all frames. */
export interface Replay {
  readonly model: RowModel;
  /** Lines that were committed by frames drawn at another size than meant, or destroyed by them. */
  readonly displaced: readonly string[];
}

interface OpenFrame {
  readonly frame: WrittenFrame;
  report: FrameReport | undefined;
}

/** Frames since the last one that is known to have been drawn as meant. */
export class FrameLog {
  #model: RowModel;
  #open: OpenFrame[] = [];

  constructor(model: RowModel) {
    this.#model = model;
  }

  /** Starts anew from rows that are known. */
  reset(model: RowModel): void {
    this.#model = model;
    this.#open = [];
  }

  /** Takes note of a frame. */
  add(frame: WrittenFrame): void {
    this.#open.push({ frame, report: undefined });
  }

  /** Takes the terminal's answer to the oldest frame that has none; false when that was drawn on another screen. */
  report(report: FrameReport): boolean {
    const entry = this.#open.find((open) => open.report === undefined);
    if (entry !== undefined) entry.report = report;
    const isMeant = entry === undefined || isAsMeant(entry);
    for (;;) {
      const first = this.#open[0];
      if (first?.report === undefined || !isAsMeant(first)) break;
      this.#model = playMeant(this.#model, first);
      this.#open.shift();
    }
    return isMeant;
  }

  /** Plays all frames; those without an answer are taken to have been drawn as meant. */
  replay(resize: ResizeModel): Replay {
    let model = this.#model;
    let isDisplaced = false;
    const displaced: string[] = [];
    for (const open of this.#open) {
      isDisplaced ||= open.report !== undefined && !isAsMeant(open);
      if (!isDisplaced) {
        model = playMeant(model, open);
        continue;
      }
      const reflowed = reflowModel(model, open.report?.size ?? model.size, resize);
      const { played, destroyed } = playDisplaced(reflowed, open);
      model = played;
      for (const line of [...destroyed, ...open.frame.committed]) displaced.push(line);
    }
    return { model, displaced };
  }
}

function isAsMeant({ frame, report }: OpenFrame): boolean {
  return report?.size.columns === frame.size.columns && report.size.rows === frame.size.rows;
}

/** A frame on the screen it was meant for: every line is on a row of its own, and no step needs to be played. */
function playMeant(model: RowModel, { frame, report }: OpenFrame): RowModel {
  const { committed, live, caret, size } = frame;
  const topBefore = report === undefined ? model.top : model.cursor - report.cursorRow;
  const end = model.live + committed.length + live.length;
  const top = topBefore === undefined ? undefined : Math.max(topBefore, end - size.rows);
  const skipped = Math.max(0, committed.length - REMEMBERED_SCREENS * size.rows);
  const rows = skipped > 0 ? [] : model.rows.slice(0, model.live);
  let line = freeLine(rows);
  for (const text of [...committed.slice(skipped), ...live]) {
    rows.push({ text: plainText(text), line: line++ });
  }
  const dropped = skipped > 0 ? model.live + skipped : 0;
  const first = model.live + committed.length - dropped;
  return forgetOldRows({
    rows,
    live: first,
    cursor: first + caret.row,
    column: caret.column,
    top: top === undefined ? undefined : top - dropped,
    size,
  });
}

/** A frame on another screen: it may have hit rows above the live ones, whose text is lost then. */
function playDisplaced(before: RowModel, { frame, report }: OpenFrame) {
  const top = report === undefined ? undefined : before.cursor - report.cursorRow;
  const model = coverScreen({ ...before, top });
  const played = playOps(model, frame.ops);
  let live = 0;
  while (live < model.live && played.rows[live] === model.rows[live]) live++;
  const destroyed = groupRows(model.rows.slice(live, model.live))
    .map((group) => group.rows.map((row) => row.text).join(""))
    .filter((text) => text !== "");
  return { played: { ...played, live, column: frame.caret.column }, destroyed };
}
