// An image as SIXEL, the oldest way to show pictures in a terminal: six rows at a time, one colour after the other. Pure over
// pixels; it knows no terminal.
import { readIndexedPixels, type IndexedPixels } from "./indexed-pixels.ts";

const ESC = "\x1b";
const BAND_ROWS = 6;
const TRANSPARENT_BELOW = 128;

/** Scales an image to fit and encodes it; the result moves the cursor below the picture. */
export async function encodeSixel(
  input: Uint8Array,
  options: {
    readonly maxWidth: number;
    readonly maxHeight: number;
    readonly colors?: number;
    readonly signal?: AbortSignal;
  },
): Promise<string> {
  const { signal, ...size } = options;
  signal?.throwIfAborted();
  const pixels = await readIndexedPixels(input, { colors: 256, ...size });
  signal?.throwIfAborted();
  return sixelOf(pixels);
}

/** The same for pixels. Transparent ones are not drawn. */
export function sixelOf(pixels: IndexedPixels): string {
  const { width, height, palette } = pixels;
  const percent = (value: number | undefined): number => Math.round(((value ?? 0) * 100) / 255);
  let out = `${ESC}P0;1;0q"1;1;${width};${height}`;
  for (let color = 0; color < palette.length / 3; color++) {
    const [red, green, blue] = palette.subarray(color * 3, color * 3 + 3);
    out += `#${color};2;${percent(red)};${percent(green)};${percent(blue)}`;
  }
  for (let top = 0; top < height; top += BAND_ROWS)
    out += (top > 0 ? "-" : "") + encodeBand(pixels, top);
  return `${out}${ESC}\\`;
}

/** `$` goes back to the left edge for the next colour of the same band. */
function encodeBand({ width, height, indexes, alpha }: IndexedPixels, top: number): string {
  const rows = Math.min(BAND_ROWS, height - top);
  const lines = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      const color = indexes[(top + row) * width + column] ?? 0;
      if ((alpha[color] ?? 255) < TRANSPARENT_BELOW) continue;
      const line = lines.get(color) ?? new Uint8Array(width);
      line[column] = (line[column] ?? 0) | (1 << row);
      lines.set(color, line);
    }
  }
  return [...lines].map(([color, line]) => `#${color}${runLength(line)}`).join("$");
}

function runLength(line: Uint8Array): string {
  let out = "";
  for (let at = 0; at < line.length;) {
    let end = at + 1;
    while (end < line.length && line[end] === line[at]) end++;
    const isRest = end === line.length && line[at] === 0;
    const char = String.fromCharCode(63 + (line[at] ?? 0));
    if (!isRest) out += end - at > 3 ? `!${end - at}${char}` : char.repeat(end - at);
    at = end;
  }
  return out;
}
