/** How pictures are written to terminals by the protocols of Kitty and iTerm2, and the cells they take. Pure. */

/** A size in pixels. */
export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A size in character cells. */
export interface CellSize {
  readonly columns: number;
  readonly rows: number;
}

/** Most cells a picture may take. */
export const MAX_IMAGE_COLUMNS = 100;
export const MAX_IMAGE_ROWS = 20;

/** The cells of a picture that keeps its proportions within the limits and is never enlarged. */
export function imageCells(image: PixelSize, cell: PixelSize, limit: CellSize): CellSize {
  const widthCells = image.widthPx / cell.widthPx;
  const heightCells = image.heightPx / cell.heightPx;
  const scale = Math.min(1, limit.columns / widthCells, limit.rows / heightCells);
  return {
    columns: Math.max(1, Math.min(limit.columns, Math.ceil(widthCells * scale))),
    rows: Math.max(1, Math.min(limit.rows, Math.ceil(heightCells * scale))),
  };
}

const CHUNK = 4_096;

/** Pictures come from tools and servers too: nothing but base64 gets between the ends of a sequence. */
function payload(base64: string): string {
  return /^[A-Za-z0-9+/]*=*$/.test(base64)
    ? base64
    : Buffer.from(base64, "base64").toString("base64");
}

/** Kitty's graphics protocol for a PNG; the picture can be removed by its id. */
export function kittySequence(base64: string, id: number, cells: CellSize): string {
  const chunks = payload(base64).match(new RegExp(`.{1,${CHUNK}}`, "g")) ?? [""];
  const head = `a=T,f=100,i=${id},c=${cells.columns},r=${cells.rows},C=1,q=2`;
  return chunks
    .map((chunk, index) => {
      const more = index < chunks.length - 1 ? 1 : 0;
      return `\x1b_G${index === 0 ? `${head},m=${more}` : `m=${more}`};${chunk}\x1b\\`;
    })
    .join("");
}

/** Removes a Kitty picture that a line drew; empty for lines of other protocols. */
export function eraseSequence(line: string): string {
  const id = /\x1b_Ga=T,f=100,i=(\d+),/.exec(line)?.[1];
  return id === undefined ? "" : `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}

/** iTerm2's inline pictures, for any format the terminal can read. */
export function iterm2Sequence(base64: string, cells: CellSize): string {
  const size = `width=${cells.columns};height=${cells.rows};preserveAspectRatio=1`;
  return `\x1b]1337;File=inline=1;${size};doNotMoveCursor=1:${payload(base64)}\x07`;
}
