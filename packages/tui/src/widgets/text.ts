/** Text that wraps at the width, and text that is cut to one line. */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Component } from "../render/component.ts";
import { LineCache } from "../render/line-cache.ts";
import { padColumns, truncate } from "../text/slice.ts";
import { expandTabs } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";

/** Options of {@link Text} and {@link TruncatedText}. */
export interface TextOptions {
  /** The text holds styles of ours. Without this it counts as foreign and every escape in it becomes visible. */
  readonly isStyled?: boolean;
  /** Look of the text. */
  readonly style?: Style;
  /** Look of whole lines up to the full width, for backgrounds. */
  readonly lineStyle?: Style;
  readonly paddingColumns?: number;
  readonly paddingRows?: number;
  readonly tabWidth?: number;
}

/** Default distance between tab stops. */
export const DEFAULT_TAB_WIDTH = 3;

/** Text that is trusted as it is, or foreign text made inert; tabs are expanded. */
export function displayText(
  text: string,
  options: Pick<TextOptions, "isStyled" | "tabWidth">,
): string {
  const inert = options.isStyled === true ? text : sanitizeForeign(text);
  return expandTabs(inert, options.tabWidth ?? DEFAULT_TAB_WIDTH);
}

/** Foreign text as one inert line. */
export function displayLine(text: string): string {
  return displayText(text, {}).replaceAll("\n", " ");
}

/** Text on the screen that can be replaced. */
export interface Text extends Component {
  setText(text: string): void;
}

/** How a kind of text is laid out at a width. */
type TextLayout = (text: string, width: number, options: TextOptions) => readonly string[];
type TextWidget = new (text?: string, options?: TextOptions) => Text;

/** A paragraph or several. */
export const Text: TextWidget = textWidget(wrappedLines);

/** One line; what does not fit is cut and marked. */
export const TruncatedText: TextWidget = textWidget(cutLine);

function textWidget(layOut: TextLayout): TextWidget {
  return class implements Text {
    readonly #options: TextOptions;
    readonly #cache = new LineCache();
    #text: string;

    constructor(text = "", options: TextOptions = {}) {
      this.#text = text;
      this.#options = options;
    }

    setText(text: string): void {
      if (text === this.#text) return;
      this.#text = text;
      this.#cache.clear();
    }

    render(width: number): readonly string[] {
      return this.#cache.get(width, () => layOut(this.#text, width, this.#options));
    }

    invalidate(): void {
      this.#cache.clear();
    }
  };
}

function wrappedLines(source: string, width: number, options: TextOptions): readonly string[] {
  if (source === "") return [];
  const rows = wrapText(displayText(source, options), innerColumns(width, options));
  const blank = Array.from({ length: options.paddingRows ?? 0 }, () => "");
  return [
    ...blank.map((row) => lineOf(row, width, options)),
    ...rows.map((row) => paddedLine(row, width, options)),
    ...blank.map((row) => lineOf(row, width, options)),
  ];
}

function cutLine(source: string, width: number, options: TextOptions): readonly string[] {
  const [first = ""] = displayText(source, options).split("\n", 1);
  return [paddedLine(truncate(first, innerColumns(width, options)), width, options)];
}

function innerColumns(width: number, { paddingColumns = 0 }: TextOptions): number {
  return Math.max(1, width - 2 * paddingColumns);
}

function paddedLine(row: string, width: number, options: TextOptions): string {
  const { paddingColumns = 0, style } = options;
  return lineOf(" ".repeat(paddingColumns) + (style?.(row) ?? row), width, options);
}

function lineOf(line: string, width: number, { lineStyle }: TextOptions): string {
  return lineStyle === undefined ? line : lineStyle(padColumns(line, width));
}
