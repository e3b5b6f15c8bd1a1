// Pixels of an image as numbers into a palette of at most 256 colours: read back from an indexed PNG, the one form in which the
// runtime hands out pixels.

/** Row by row; `palette` holds red, green, blue for each number. */
export interface IndexedPixels {
  readonly width: number;
  readonly height: number;
  readonly palette: Uint8Array;
  readonly indexes: Uint8Array;
  /** Opacity by number, as far as the palette has any; 255 beyond its end. */
  readonly alpha: Uint8Array;
}

/** Decodes any image the runtime knows, scaled to fit. */
export async function readIndexedPixels(
  input: Uint8Array,
  options: { readonly maxWidth: number; readonly maxHeight: number; readonly colors: number },
): Promise<IndexedPixels> {
  const { maxWidth, maxHeight, colors } = options;
  const image = new Bun.Image(input).resize(maxWidth, maxHeight, {
    fit: "inside",
    withoutEnlargement: true,
  });
  return parseIndexedPng(await image.png({ palette: true, colors, dither: true }).bytes());
}

/** Reads a non-interlaced PNG with a palette of 1, 2, 4 or 8 bits. */
export function parseIndexedPng(png: Uint8Array): IndexedPixels {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  let header: { width: number; height: number; bits: number } | undefined;
  let palette = new Uint8Array(0);
  let alpha = new Uint8Array(0);
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      if (body[9] !== 3 || body[12] !== 0) throw new Error("not an indexed, non-interlaced PNG");
      header = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), bits: body[8] ?? 8 };
    }
    if (type === "PLTE") palette = Uint8Array.from(body);
    if (type === "tRNS") alpha = Uint8Array.from(body);
    if (type === "IDAT") data.push(body);
    at += length + 12;
  }
  if (!header) throw new Error("the PNG has no header");
  const raw = Bun.inflateSync(Buffer.concat(data).subarray(2), { windowBits: -15 });
  return {
    width: header.width,
    height: header.height,
    palette,
    alpha,
    indexes: unpack(raw, header),
  };
}

function unpack(
  raw: Uint8Array,
  { width, height, bits }: { width: number; height: number; bits: number },
): Uint8Array {
  const stride = Math.ceil((width * bits) / 8);
  const indexes = new Uint8Array(width * height);
  let above = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1);
    const line = unfilter(raw[start] ?? 0, raw.subarray(start + 1, start + 1 + stride), above);
    for (let column = 0; column < width; column++) {
      const bit = column * bits;
      indexes[row * width + column] =
        ((line[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
    }
    above = line;
  }
  return indexes;
}

/** PNG stores rows as differences; with one byte per step the neighbour is the byte before. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(line.length);
  for (let at = 0; at < line.length; at++) {
    const left = at > 0 ? (out[at - 1] ?? 0) : 0;
    const up = above[at] ?? 0;
    const corner = at > 0 ? (above[at - 1] ?? 0) : 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    out[at] = (line[at] ?? 0) + guess;
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
