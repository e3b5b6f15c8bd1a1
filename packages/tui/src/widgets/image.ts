/** A picture among the lines. Where the terminal cannot show it, its description stands in for it. */
import { type Component, IMAGE_MARKER } from "../render/component.ts";
import { LineCache } from "../render/line-cache.ts";
import { truncate } from "../text/slice.ts";
import type { Style } from "../theme/theme.ts";
import {
  imageCells,
  iterm2Sequence,
  kittySequence,
  MAX_IMAGE_COLUMNS,
  MAX_IMAGE_ROWS,
  type PixelSize,
} from "../terminal/image-sequences.ts";
import { displayLine } from "./text.ts";

/** What a picture is made of; a sixel picture is encoded beforehand, for it cannot be scaled later. */
export type ImageData =
  | { readonly protocol: "kitty" | "iterm2"; readonly base64: string; readonly id: number }
  | { readonly protocol: "sixel"; readonly sixel: string }
  | { readonly protocol: "none" };

/** A picture with its size. */
export interface DrawnImage {
  readonly data: ImageData;
  readonly size: PixelSize;
}

/** Options of {@link Image}. */
export interface ImageOptions {
  readonly size: PixelSize;
  /** Size of a character cell; the terminal can be asked for it. */
  readonly cell?: PixelSize;
  readonly maxColumns?: number;
  readonly maxRows?: number;
  readonly description: string;
  readonly descriptionStyle?: Style;
}

const DEFAULT_CELL: PixelSize = { widthPx: 9, heightPx: 18 };

/** The picture. */
export class Image implements Component {
  #data: ImageData;
  #options: ImageOptions;
  readonly #cache = new LineCache();

  constructor(data: ImageData, options: ImageOptions) {
    this.#data = data;
    this.#options = options;
  }

  /** Shows another picture, one that had to be made first. */
  show({ data, size }: DrawnImage): void {
    this.#data = data;
    this.#options = { ...this.#options, size };
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => this.#draw(width));
  }

  invalidate(): void {
    this.#cache.clear();
  }

  /** The picture is drawn from its last row, when all its rows are on the screen for certain. */
  #draw(width: number): readonly string[] {
    const { size, cell = DEFAULT_CELL } = this.#options;
    const columns = Math.min(this.#options.maxColumns ?? MAX_IMAGE_COLUMNS, width);
    const rows = this.#options.maxRows ?? MAX_IMAGE_ROWS;
    const cells = imageCells(size, cell, { columns, rows });
    const data = this.#data;
    if (data.protocol === "none") return [this.#describe(width)];
    if (data.protocol === "sixel") {
      const isTooLarge =
        size.widthPx > columns * cell.widthPx || size.heightPx > rows * cell.heightPx;
      // After sixel data the cursor goes to the next row, which must be one of ours.
      return isTooLarge ? [this.#describe(width)] : drawnLines(data.sixel, cells.rows + 1);
    }
    const sequence =
      data.protocol === "kitty"
        ? kittySequence(data.base64, data.id, cells)
        : iterm2Sequence(data.base64, cells);
    return drawnLines(sequence, cells.rows);
  }

  #describe(width: number): string {
    const { size, description, descriptionStyle } = this.#options;
    const name = displayLine(description);
    const line = truncate(`[image: ${name}, ${size.widthPx}×${size.heightPx}]`, width);
    return descriptionStyle?.(line) ?? line;
  }
}

function drawnLines(sequence: string, rows: number): string[] {
  const blank = Array.from({ length: rows - 1 }, () => "");
  const up = rows > 1 ? `\x1b[${rows - 1}A` : "";
  return [...blank, `${IMAGE_MARKER}\x1b7${up}${sequence}\x1b8`];
}
