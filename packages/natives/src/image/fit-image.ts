// Makes an image fit limits of size and bytes: decodes, scales down, encodes. An image that fits stays byte for byte.
import { sniffImageType } from "./image-type.ts";

/** What a receiver accepts. */
export interface ImageLimits {
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxBytes: number;
  /** MIME types that may be passed on as they are. */
  readonly accepts?: readonly string[];
  /** Larger images are refused before they are decoded. */
  readonly maxPixels?: number;
  /** Heard between attempts. */
  readonly signal?: AbortSignal;
}

/** An image within the limits. */
export interface FittedImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Whether it is another image than the one that came in. */
  readonly isChanged: boolean;
}

/** Why there is no image. */
export class ImageProblem extends Error {
  override readonly name = "ImageProblem";
  readonly reason: "not-an-image" | "unsupported" | "damaged" | "too-large";

  constructor(reason: ImageProblem["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const DEFAULT_ACCEPTS = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const DEFAULT_MAX_PIXELS = 100_000_000;
const JPEG_QUALITIES = [85, 70, 55, 40];
const SHRINK = 0.75;
const MAX_ROUNDS = 8;

/** Throws an `ImageProblem` for what is no image, cannot be decoded here or cannot be made small enough. */
export async function fitImage(input: Uint8Array, limits: ImageLimits): Promise<FittedImage> {
  limits.signal?.throwIfAborted();
  const mimeType = sniffImageType(input);
  if (mimeType === undefined) throw new ImageProblem("not-an-image", "the data is no image");
  const maxPixels = limits.maxPixels ?? DEFAULT_MAX_PIXELS;
  const { width, height } = await decode(() => new Bun.Image(input, { maxPixels }).metadata());
  if (width * height > maxPixels)
    throw new ImageProblem("too-large", `${width}×${height} is more than ${maxPixels} pixels`);
  const isAccepted = (limits.accepts ?? DEFAULT_ACCEPTS).includes(mimeType);
  const isSmall =
    width <= limits.maxWidth && height <= limits.maxHeight && input.length <= limits.maxBytes;
  if (isAccepted && isSmall) return { bytes: input, mimeType, width, height, isChanged: false };

  const scale = Math.min(1, limits.maxWidth / width, limits.maxHeight / height);
  for (let round = 0, factor = scale; round < MAX_ROUNDS; round++, factor *= SHRINK) {
    limits.signal?.throwIfAborted();
    const size = {
      width: Math.max(1, Math.floor(width * factor)),
      height: Math.max(1, Math.floor(height * factor)),
    };
    const fitted = await encodeWithin(
      input,
      size,
      limits.maxBytes,
      mimeType === "image/jpeg",
      maxPixels,
    );
    if (fitted) return { ...fitted, ...size, isChanged: true };
  }
  throw new ImageProblem("too-large", `the image cannot be made to fit ${limits.maxBytes} bytes`);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Without loss where that fits and the source had none; then JPEG, ever coarser. */
async function encodeWithin(
  input: Uint8Array,
  { width, height }: Size,
  maxBytes: number,
  isPhoto: boolean,
  maxPixels: number,
): Promise<{ bytes: Uint8Array; mimeType: string } | undefined> {
  const scaled = (): Bun.Image => new Bun.Image(input, { maxPixels }).resize(width, height);
  if (!isPhoto) {
    const bytes = await decode(() => scaled().png().bytes());
    if (bytes.length <= maxBytes) return { bytes, mimeType: "image/png" };
  }
  for (const quality of JPEG_QUALITIES) {
    const bytes = await decode(() => scaled().jpeg({ quality }).bytes());
    if (bytes.length <= maxBytes) return { bytes, mimeType: "image/jpeg" };
  }
  return undefined;
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "ERR_IMAGE_FORMAT_UNSUPPORTED") throw new ImageProblem("unsupported", message);
    if (code === "ERR_IMAGE_TOO_MANY_PIXELS" || /pixels/i.test(message))
      throw new ImageProblem("too-large", message);
    throw new ImageProblem("damaged", message);
  }
}
