// A picture of a tool or a person: drawn where the terminal can, else described. What must be converted first is
// described until that is done.
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { PixelSize } from "@oh-my-pi/pi-tui/image-sequences";
import { type DrawnImage, Image } from "@oh-my-pi/pi-tui/widgets/image";
import type { ImageChoices, ItemKit } from "./view-kit.ts";

export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly alt?: string;
}

const DEFAULT_CELL: PixelSize = { widthPx: 9, heightPx: 18 };

export function imageView(picture: Picture, { images, looks, defer }: ItemKit): Component {
  const { data, mimeType, alt } = picture;
  const { protocol } = images;
  const size = pngSize(data);
  const isAsItIs = size !== undefined && (protocol === "kitty" || protocol === "iterm2");
  const drawn: DrawnImage = isAsItIs
    ? { data: { protocol, base64: data, id: idOf(data) }, size }
    : { data: { protocol: "none" }, size: size ?? { widthPx: 0, heightPx: 0 } };
  const image = new Image(drawn.data, {
    size: drawn.size,
    cell: images.cell ?? DEFAULT_CELL,
    maxColumns: images.maxColumns,
    maxRows: images.maxRows,
    description: alt ?? mimeType,
    descriptionStyle: looks.muted,
  });
  if (!isAsItIs && protocol !== "none") {
    // A picture that cannot be read stays described.
    defer?.(
      convert(data, images).then(
        (ready) => image.show(ready),
        () => undefined,
      ),
    );
  }
  return image;
}

/** The picture in a form that the terminal takes: Kitty wants PNG, sixel wants pixels of the right size. */
async function convert(data: string, images: ImageChoices): Promise<DrawnImage> {
  const bytes = Buffer.from(data, "base64");
  if (images.protocol === "sixel") return convertToSixel(bytes, images);
  const { width, height } = await new Bun.Image(bytes).metadata();
  const size = { widthPx: width, heightPx: height };
  if (images.protocol !== "kitty") {
    return { data: { protocol: "iterm2", base64: data, id: idOf(data) }, size };
  }
  const base64 = Buffer.from(await new Bun.Image(bytes).png().bytes()).toString("base64");
  return { data: { protocol: "kitty", base64, id: idOf(data) }, size };
}

async function convertToSixel(bytes: Uint8Array, images: ImageChoices): Promise<DrawnImage> {
  const { encodeSixel } = await import("@oh-my-pi/pi-natives/sixel");
  const { widthPx, heightPx } = images.cell ?? DEFAULT_CELL;
  const columns = Math.min(images.maxColumns, images.columns?.() ?? images.maxColumns);
  const sixel = await encodeSixel(bytes, {
    maxWidth: columns * widthPx,
    maxHeight: images.maxRows * heightPx,
  });
  const [, width, height] = /"1;1;(\d+);(\d+)/.exec(sixel) ?? [];
  const size = { widthPx: Number(width), heightPx: Number(height) };
  return { data: { protocol: "sixel", sixel }, size };
}

/** Width and height stand at a fixed place in every PNG. */
function pngSize(base64: string): PixelSize | undefined {
  const head = Buffer.from(base64.slice(0, 64), "base64");
  if (head.length < 24 || head.readUInt32BE(0) !== 0x89504e47) return undefined;
  return { widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
}

/** The same picture keeps its id, so that it can be taken away again. */
function idOf(base64: string): number {
  return (Bun.hash.xxHash32(base64) % 0x00ff_ffff) + 1;
}
