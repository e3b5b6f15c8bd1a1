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

/** A paragraph or several. */
export class Text implements Component {
  readonly #options: TextOptions;
  readonly #cache = new LineCache();
  #text: string;

  constructor(text = "", options: TextOptions = {}) {
    this.#text = text;
    this.#options = options;
  }

  /** Replaces the text. */
  setText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => this.#makeLines(width));
  }

  invalidate(): void {
    this.#cache.clear();
  }

  #makeLines(width: number): string[] {
    if (this.#text === "") return [];
    const { paddingColumns = 0, paddingRows = 0, style, lineStyle } = this.#options;
    const inner = Math.max(1, width - 2 * paddingColumns);
    const text = displayText(this.#text, this.#options);
    const margin = " ".repeat(paddingColumns);
    const wrapped = wrapText(text, inner);
    if (style === undefined && lineStyle === undefined && inner === width && paddingRows === 0) {
      return wrapped;
    }
    const rows = wrapped.map((row) => margin + (style?.(row) ?? row));
    const blank = Array.from({ length: paddingRows }, () => "");
    const lines = [...blank, ...rows, ...blank];
    return lineStyle === undefined
      ? lines
      : lines.map((line) => lineStyle(padColumns(line, width)));
  }
}

/** One line; what does not fit is cut and marked. */
export class TruncatedText implements Component {
  readonly #options: TextOptions;
  readonly #cache = new LineCache();
  #text: string;

  constructor(text = "", options: TextOptions = {}) {
    this.#text = text;
    this.#options = options;
  }

  /** Replaces the text. */
  setText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => {
      const { paddingColumns = 0, style, lineStyle } = this.#options;
      const [first = ""] = displayText(this.#text, this.#options).split("\n", 1);
      const cut = truncate(first, Math.max(1, width - 2 * paddingColumns));
      const line = " ".repeat(paddingColumns) + (style?.(cut) ?? cut);
      return [lineStyle === undefined ? line : lineStyle(padColumns(line, width))];
    });
  }

  invalidate(): void {
    this.#cache.clear();
  }
}
