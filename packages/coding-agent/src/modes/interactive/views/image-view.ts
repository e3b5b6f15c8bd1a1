// A picture of a tool or a person: drawn where the terminal can, else described.
import { type ImageData, Image } from "@oh-my-pi/pi-tui/widgets/image";
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { ItemKit } from "./view-kit.ts";

export interface Picture {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly alt?: string;
}

export function imageView({ data, mimeType, alt }: Picture, { images, looks }: ItemKit): Component {
  const size = pngSize(data) ?? { widthPx: 0, heightPx: 0 };
  // Kitty takes PNG only; what it cannot take is described.
  const { protocol } = images;
  const canDraw = size.widthPx > 0 && (protocol === "kitty" || protocol === "iterm2");
  const drawn: ImageData = canDraw
    ? { protocol, base64: data, id: idOf(data) }
    : { protocol: "none" };
  return new Image(drawn, {
    size,
    maxColumns: images.maxColumns,
    maxRows: images.maxRows,
    description: alt ?? mimeType,
    descriptionStyle: looks.muted,
  });
}

/** Width and height stand at a fixed place in every PNG. */
function pngSize(base64: string): { widthPx: number; heightPx: number } | undefined {
  const head = Buffer.from(base64.slice(0, 64), "base64");
  if (head.length < 24 || head.readUInt32BE(0) !== 0x89504e47) return undefined;
  return { widthPx: head.readUInt32BE(16), heightPx: head.readUInt32BE(20) };
}

/** The same picture keeps its id, so that it can be taken away again. */
function idOf(base64: string): number {
  return (Bun.hash.xxHash32(base64) % 0x00ff_ffff) + 1;
}
