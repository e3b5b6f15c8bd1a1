/** Lines that draw pictures, as screens see them: as wide as the row, and gone only when told to go. */
import { visibleWidth } from "../text/width.ts";
import { eraseSequence } from "../terminal/image-sequences.ts";
import { IMAGE_MARKER } from "./component.ts";

/** Columns that a line takes; a picture takes the whole row, for nothing may be cleared behind it. */
export function columnsOf(line: string, columns: number): number {
  return line.startsWith(IMAGE_MARKER) ? columns : visibleWidth(line);
}

/** What removes the picture of a line; text over it would not. */
export function eraseImage(line: string | undefined): string {
  return line?.startsWith(IMAGE_MARKER) === true ? eraseSequence(line) : "";
}
