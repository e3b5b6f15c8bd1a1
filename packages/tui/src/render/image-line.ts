/** Lines that draw pictures, as screens see them: text over a picture does not remove it. */
import { eraseSequence } from "../terminal/image-sequences.ts";
import { IMAGE_MARKER } from "./component.ts";

/** What removes the picture of a line; empty for lines without one. */
export function eraseImage(line: string | undefined): string {
  return line?.startsWith(IMAGE_MARKER) === true ? eraseSequence(line) : "";
}
