/** A frame, a margin or a background around other components. */
import type { Component } from "../render/component.ts";
import { Container } from "../render/container.ts";
import { padColumns, truncate } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import type { Style } from "../theme/theme.ts";
import { displayLine } from "./text.ts";

/** Options of {@link Box}. */
export interface BoxOptions {
  readonly paddingColumns?: number;
  readonly paddingRows?: number;
  /** Look of whole lines, for backgrounds. */
  readonly lineStyle?: Style;
  /** Draws a border in this look. */
  readonly border?: Style;
  /** Stands in the upper border. */
  readonly title?: string;
}

/** Components one below the other inside a frame. */
export class Box implements Component {
  readonly content: Container;
  readonly #options: BoxOptions;
  #seen: readonly string[] | undefined;
  #width = -1;
  #lines: readonly string[] = [];

  constructor(children: readonly Component[], options: BoxOptions = {}) {
    this.content = new Container(...children);
    this.#options = options;
  }

  render(width: number): readonly string[] {
    const { paddingColumns = 0, border } = this.#options;
    const edges = border === undefined ? 0 : 1;
    const inner = Math.max(1, width - 2 * (paddingColumns + edges));
    const content = this.content.render(inner);
    if (content !== this.#seen || width !== this.#width) {
      this.#seen = content;
      this.#width = width;
      this.#lines = this.#frame(content, width);
    }
    return this.#lines;
  }

  invalidate(): void {
    this.#seen = undefined;
    this.content.invalidate();
  }

  #frame(content: readonly string[], width: number): string[] {
    const { paddingColumns = 0, paddingRows = 0, border, lineStyle } = this.#options;
    const blank = Array.from({ length: paddingRows }, () => "");
    const margin = " ".repeat(paddingColumns);
    const lines = [...blank, ...content, ...blank].map((line) => margin + line);
    if (border === undefined) return lines.map((line) => styled(line, width, lineStyle));
    const inner = Math.max(0, width - 2);
    const framed = lines.map(
      (line) => border("│") + styled(padColumns(line, inner), inner, lineStyle) + border("│"),
    );
    return [this.#topBorder(inner, border), ...framed, border(`╰${"─".repeat(inner)}╯`)];
  }

  #topBorder(inner: number, border: Style): string {
    const { title } = this.#options;
    if (title === undefined || inner < 6) return border(`╭${"─".repeat(inner)}╮`);
    const shown = truncate(displayLine(title), inner - 4);
    const rest = "─".repeat(inner - 3 - visibleWidth(shown));
    return `${border("╭─")} ${shown} ${border(`${rest}╮`)}`;
  }
}

function styled(line: string, width: number, lineStyle: Style | undefined): string {
  return lineStyle === undefined ? line : lineStyle(padColumns(line, width));
}
