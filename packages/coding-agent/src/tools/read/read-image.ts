// An image for a model that can see: checked by its bytes, made smaller where it is large.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { formatSize } from "../../services/files/file-size.ts";
import { imageType } from "../../services/files/sniff.ts";
import { fitImage, type ImageLimits } from "../../services/files/fit-image.ts";
import type { ReadContext, ReadResult } from "./read-result.ts";

const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|heic|heif|avif|ico)$/i;

export function isImageName(path: string): boolean {
  return IMAGE_NAME.test(path);
}

/** Shows an image; `meta` says where it came from. */
export async function readImage(
  bytes: Uint8Array,
  shown: string,
  meta: object,
  { needs }: ReadContext,
  limits?: ImageLimits,
): Promise<ReadResult> {
  const mimeType = imageType(bytes.subarray(0, 16));
  if (mimeType === undefined)
    throw new ToolFailure(
      `Cannot read image '${shown}': only PNG, JPEG, GIF and WEBP are supported.`,
    );
  const { isBlocked, isResized, isInspected } = needs.options.read.images;
  const image = await fitImage(bytes, mimeType, isResized ? limits : "as-is");
  if (typeof image === "string") throw new ToolFailure(`Cannot read image '${shown}': ${image}.`);
  const size = image.width === 0 ? "" : `, ${image.width}x${image.height}`;
  const sent = image.isResized
    ? `; sent as ${image.mimeType}, ${formatSize(image.bytes.length)}`
    : "";
  const note = `Image '${shown}' (${mimeType}${size}, ${formatSize(bytes.length)}${sent})`;
  const details = { meta, image: { mimeType, bytes: bytes.length } };
  if (isInspected) return { content: `${note}\n[Ask inspect_image what it shows]`, details };
  if (isBlocked)
    return { content: `${note}\n[Images are not sent: images.blockImages is on]`, details };
  const data = Buffer.from(image.bytes).toString("base64");
  return {
    content: [
      { type: "text", text: note },
      { type: "image", data, mimeType: image.mimeType },
    ],
    details,
  };
}
