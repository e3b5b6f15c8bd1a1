/** A diff with line numbers, in which the changed part of a changed line stands out. */
import type { Component } from "../render/component.ts";
import { LineCache } from "../render/line-cache.ts";
import { graphemes } from "../text/graphemes.ts";
import { wrapRows } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { changedSpan, type DiffLine } from "./diff-lines.ts";
import { displayText } from "./text.ts";

/** Looks of a diff. */
export interface DiffStyles {
  readonly added: Style;
  readonly removed: Style;
  readonly context: Style;
  readonly number: Style;
  /** The changed part of a line, inside `added` or `removed`. */
  readonly changed: Style;
}

/** Options of {@link DiffView}. */
export interface DiffViewOptions {
  readonly styles: DiffStyles;
  readonly tabWidth?: number;
}

const SIGNS = { added: "+", removed: "-", context: " ", gap: "⋮" } as const;

/** The diff. */
export class DiffView implements Component {
  readonly #options: DiffViewOptions;
  readonly #cache = new LineCache();
  #lines: readonly DiffLine[];

  constructor(lines: readonly DiffLine[], options: DiffViewOptions) {
    this.#lines = lines;
    this.#options = options;
  }

  /** Replaces the lines. */
  setLines(lines: readonly DiffLine[]): void {
    this.#lines = lines;
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => this.#draw(width));
  }

  invalidate(): void {
    this.#cache.clear();
  }

  #draw(width: number): string[] {
    const digits = this.#lines.reduce((most, line) => {
      return Math.max(most, String(line.newNumber ?? line.oldNumber ?? "").length);
    }, 1);
    const room = Math.max(1, width - digits - 3);
    const marked = this.#markChanges();
    return this.#lines.flatMap((line, index) => {
      const number = String(line.newNumber ?? line.oldNumber ?? "").padStart(digits);
      const rows = wrapRows(marked[index] ?? "", room, { wordWrap: false });
      return rows.map((row, rowIndex) => {
        const gutter = rowIndex === 0 ? `${number} ${SIGNS[line.kind]} ` : " ".repeat(digits + 3);
        return this.#options.styles.number(gutter) + this.#style(line)(row);
      });
    });
  }

  /** Runs of removed lines and the added ones right after them are compared line by line. */
  #markChanges(): string[] {
    const texts = this.#lines.map((line) =>
      displayText(line.text, this.#options).replaceAll("\n", " "),
    );
    for (let index = 0; index < this.#lines.length; index++) {
      const removed = this.#runLength(index, "removed");
      if (removed === 0) continue;
      const added = this.#runLength(index + removed, "added");
      if (added === removed) {
        for (let offset = 0; offset < removed; offset++) {
          this.#markPair(texts, index + offset, index + removed + offset);
        }
      }
      index += removed + added - 1;
    }
    return texts;
  }

  #runLength(start: number, kind: DiffLine["kind"]): number {
    let end = start;
    while (this.#lines[end]?.kind === kind) end++;
    return end - start;
  }

  #markPair(texts: string[], removed: number, added: number): void {
    const before = graphemes(texts[removed] ?? "");
    const after = graphemes(texts[added] ?? "");
    const span = changedSpan(before, after);
    if (span === undefined) return;
    const { changed } = this.#options.styles;
    const mark = (parts: readonly string[], end: number) => {
      const middle = parts.slice(span.start, end).join("");
      const marked = middle === "" ? "" : changed(middle);
      return parts.slice(0, span.start).join("") + marked + parts.slice(end).join("");
    };
    texts[removed] = mark(before, span.beforeEnd);
    texts[added] = mark(after, span.afterEnd);
  }

  #style(line: DiffLine): Style {
    const { styles } = this.#options;
    return line.kind === "gap" ? styles.context : styles[line.kind];
  }
}
