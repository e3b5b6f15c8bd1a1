/** Boxes that lie over other lines: where they go and how lines are merged. Pure. */
import { padColumns, sliceColumns } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import type { Component } from "./component.ts";

/** Where an overlay is fixed. */
export type OverlayAnchor =
  | "center"
  | "top"
  | "bottom"
  | "left"
  | "right"
  | "top-left"
  | "top-right"
  | "bottom-left"
  | "bottom-right";

/** Size and place of an overlay; numbers below 1 are fractions of the space, others are cells. */
export interface OverlayOptions {
  readonly anchor?: OverlayAnchor;
  readonly width?: number;
  readonly maxRows?: number;
  readonly offsetRows?: number;
  readonly offsetColumns?: number;
}

/** An overlay that is shown. */
export interface Overlay {
  readonly component: Component;
  readonly options: OverlayOptions;
}

interface Placed {
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
  readonly width: number;
}

/** The room overlays lie in. */
export interface OverlayRoom {
  readonly columns: number;
  readonly rows: number;
}

/** Height that the overlays need, so that lines can be added before they are laid over. */
export function overlayRows(overlays: readonly Overlay[], room: OverlayRoom): number {
  return overlays.reduce((most, overlay) => Math.max(most, renderOverlay(overlay, room).length), 0);
}

/** `lines` with the overlays laid over them, the last one on top. Lines above and below stay as they are. */
export function layOver(
  lines: readonly string[],
  overlays: readonly Overlay[],
  columns: number,
): readonly string[] {
  const room = { columns, rows: lines.length };
  return overlays.reduce<readonly string[]>(
    (below, overlay) => merge(below, place(overlay, room), columns),
    lines,
  );
}

function renderOverlay(overlay: Overlay, room: OverlayRoom): readonly string[] {
  const maxRows = cells(overlay.options.maxRows ?? room.rows, room.rows);
  return overlay.component
    .render(overlayWidth(overlay, room))
    .slice(0, Math.min(maxRows, room.rows));
}

function overlayWidth(overlay: Overlay, room: OverlayRoom): number {
  return Math.max(
    1,
    Math.min(cells(overlay.options.width ?? room.columns, room.columns), room.columns),
  );
}

function cells(size: number, space: number): number {
  return size < 1 ? Math.max(1, Math.floor(size * space)) : Math.floor(size);
}

function place(overlay: Overlay, room: OverlayRoom): Placed {
  const { anchor = "center", offsetRows = 0, offsetColumns = 0 } = overlay.options;
  const lines = renderOverlay(overlay, room);
  const width = overlayWidth(overlay, room);
  const freeRows = room.rows - lines.length;
  const freeColumns = room.columns - width;
  const row = anchor.includes("top") ? 0 : anchor.includes("bottom") ? freeRows : freeRows >> 1;
  const column = anchor.includes("left")
    ? 0
    : anchor.includes("right")
      ? freeColumns
      : freeColumns >> 1;
  return {
    lines,
    width,
    row: clamp(row + offsetRows, freeRows),
    column: clamp(column + offsetColumns, freeColumns),
  };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function merge(below: readonly string[], placed: Placed, columns: number): string[] {
  const { row, column, width } = placed;
  return below.map((line, index) => {
    const over = placed.lines[index - row];
    if (over === undefined) return line;
    const left = padColumns(sliceColumns(line, 0, column), column);
    const middle = padColumns(
      visibleWidth(over) > width ? sliceColumns(over, 0, width) : over,
      width,
    );
    return left + middle + sliceFrom(line, column + width, columns);
  });
}

/** The end of a line from a column on, starting exactly there even when a wide character was cut in two. */
function sliceFrom(line: string, start: number, columns: number): string {
  const missing = visibleWidth(line) - start;
  if (missing <= 0) return "";
  const right = sliceColumns(line, start, columns);
  return " ".repeat(Math.max(0, missing - visibleWidth(right))) + right;
}
