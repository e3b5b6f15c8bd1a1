// Makes an image small enough to send: first by quality, then by size.

export interface ImageLimits {
  readonly maxSide: number;
  readonly maxBytes: number;
}

export interface FittedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Of the original; 0 where it could not be told. */
  readonly width: number;
  readonly height: number;
  readonly isResized: boolean;
}

/** Larger files are not even read. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

const DEFAULT_LIMITS: ImageLimits = { maxSide: 1568, maxBytes: 500 * 1024 };
/** Images of this size are sent as they are, if their sides fit. */
const SMALL_BYTES = 125 * 1024;
const QUALITIES = [75, 70, 60, 50, 40];
const SCALES = [1, 0.75, 0.5, 0.35, 0.25];
const MIN_SIDE = 100;
/** What cannot be made smaller is sent up to this size. */
const MAX_AS_IS_BYTES = 5 * 1024 * 1024;

/** The image to send, or why it cannot be. */
export async function fitImage(
  bytes: Uint8Array,
  mimeType: string,
  limits: ImageLimits | "as-is" = DEFAULT_LIMITS,
): Promise<FittedImage | string> {
  const size = await sizeOf(bytes);
  const original = { bytes, mimeType, ...(size ?? { width: 0, height: 0 }), isResized: false };
  const fits = limits === "as-is" || isWithin(bytes, size, limits);
  const isUnchangeable = limits !== "as-is" && !fits && size === undefined;
  if (fits || isUnchangeable) {
    return bytes.length <= MAX_AS_IS_BYTES
      ? original
      : "it is too large to send and cannot be made smaller";
  }
  try {
    const smaller = await shrink(bytes, size ?? { width: 0, height: 0 }, limits);
    return { ...original, ...smaller, isResized: true };
  } catch (error) {
    return `it cannot be decoded (${error instanceof Error ? error.message : String(error)})`;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function isWithin(
  bytes: Uint8Array,
  size: Size | undefined,
  { maxSide, maxBytes }: ImageLimits,
): boolean {
  const sidesFit = size !== undefined && Math.max(size.width, size.height) <= maxSide;
  return sidesFit && bytes.length <= Math.min(SMALL_BYTES, maxBytes);
}

async function sizeOf(bytes: Uint8Array): Promise<Size | undefined> {
  try {
    const { width, height } = await new Bun.Image(bytes).metadata();
    return { width, height };
  } catch {
    // A format that only models decode, such as an animated GIF.
    return undefined;
  }
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The first attempt under the limit, or the smallest of all. */
async function shrink(
  bytes: Uint8Array,
  { width, height }: Size,
  { maxSide, maxBytes }: ImageLimits,
): Promise<Encoded> {
  const longest = Math.max(1, Math.min(maxSide, Math.max(width, height)));
  let best: Encoded | undefined;
  for (const scale of SCALES) {
    const box = Math.max(1, Math.round(longest * scale));
    if (best !== undefined && box < MIN_SIDE) break;
    for await (const made of encodings(bytes, box)) {
      if (best === undefined || made.bytes.length < best.bytes.length) best = made;
      if (made.bytes.length <= maxBytes) return made;
    }
  }
  return best ?? { bytes, mimeType: "image/png" };
}

/** Lossless first, since screenshots keep their edges; then ever lower quality of the same pixels. */
async function* encodings(bytes: Uint8Array, box: number): AsyncGenerator<Encoded> {
  const size = { fit: "inside", withoutEnlargement: true } as const;
  const lossless = await new Bun.Image(bytes).resize(box, box, size).png().bytes();
  yield { bytes: lossless, mimeType: "image/png" };
  for (const quality of QUALITIES) {
    yield {
      bytes: await new Bun.Image(lossless).jpeg({ quality }).bytes(),
      mimeType: "image/jpeg",
    };
  }
}
