/** Source code with colours that come from outside. It can grow line by line at a cost that does not grow with it. */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Component } from "../render/component.ts";
import { expandTabs } from "../text/width.ts";
import { wrapRows } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { DEFAULT_TAB_WIDTH } from "./text.ts";

/** Colours code: one styled line for each line of `code`, or nothing when the language is unknown. */
export type Highlighter = (
  code: string,
  language: string,
  options: HighlightOptions,
) => readonly string[] | undefined;

/** What a highlighter is told about the code. */
export interface HighlightOptions {
  /** It is the whole of a finished block, which may be asked for again. */
  readonly isWhole: boolean;
}

/** Options of {@link CodeBlock}. */
export interface CodeBlockOptions {
  readonly language?: string;
  readonly highlight?: Highlighter;
  readonly codeStyle?: Style;
  /** Look of the lines above and below that name the language; without it there are none. */
  readonly fenceStyle?: Style;
  readonly indent?: string;
  readonly tabWidth?: number;
}

/** How many lines before a new one are given to the highlighter with it, so that its colours fit in. */
const CONTEXT_LINES = 50;
/** Up to this size a finished block is coloured once more as a whole. */
const MAX_WHOLE_LINES = 1_000;

/** A block of code. */
export class CodeBlock implements Component {
  readonly #options: CodeBlockOptions;
  #lines: string[] = [];
  #open = "";
  #isFinished = false;
  #width = -1;
  #rows: string[] = [];
  #renderedLines = 0;
  #shown: readonly string[] | undefined;

  constructor(options: CodeBlockOptions = {}) {
    this.#options = options;
  }

  /** The complete lines, inert and without tabs. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Replaces everything and finishes the block. */
  setCode(code: string): void {
    this.#lines = [];
    this.#open = "";
    this.#isFinished = false;
    this.invalidate();
    this.addLines(code.replace(/\n$/, "").split("\n"));
    this.finish();
  }

  /** Adds complete lines at the end, in place of the unfinished one. */
  addLines(lines: readonly string[]): void {
    for (const line of lines) this.#lines.push(this.#clean(line));
    this.setOpenLine("");
  }

  /** Shows an unfinished line at the end. */
  setOpenLine(text: string): void {
    this.#open = text;
    this.#shown = undefined;
  }

  /** Says that nothing more will come. */
  finish(): void {
    if (this.#isFinished) return;
    if (this.#open !== "") this.addLines([this.#open]);
    this.#isFinished = true;
    this.#shown = undefined;
    if (this.#lines.length <= MAX_WHOLE_LINES) this.invalidate();
  }

  render(width: number): readonly string[] {
    if (width !== this.#width) {
      this.invalidate();
      this.#width = width;
    }
    return (this.#shown ??= this.#draw(width));
  }

  invalidate(): void {
    this.#rows = [];
    this.#renderedLines = 0;
    this.#shown = undefined;
  }

  #draw(width: number): string[] {
    const { fenceStyle, language = "" } = this.#options;
    for (const line of this.#newStyledLines()) {
      for (const row of this.#wrap(line, width)) this.#rows.push(row);
    }
    this.#renderedLines = this.#lines.length;
    const open = this.#open === "" ? [] : this.#wrap(this.#style(this.#clean(this.#open)), width);
    const top = fenceStyle === undefined ? [] : [fenceStyle(`\`\`\`${this.#clean(language)}`)];
    const bottom = fenceStyle === undefined || !this.#isFinished ? [] : [fenceStyle("```")];
    return [...top, ...this.#rows, ...open, ...bottom];
  }

  #newStyledLines(): readonly string[] {
    const { highlight, language = "" } = this.#options;
    const fresh = this.#lines.slice(this.#renderedLines);
    if (highlight === undefined || language === "" || fresh.length === 0) {
      return fresh.map((line) => this.#style(line));
    }
    const start = Math.max(0, this.#renderedLines - CONTEXT_LINES);
    const context = this.#lines.slice(start, this.#renderedLines);
    const isWhole = this.#isFinished && this.#renderedLines === 0;
    const colored = highlight([...context, ...fresh].join("\n"), language, { isWhole });
    const isUsable = colored?.length === context.length + fresh.length;
    return isUsable ? colored.slice(context.length) : fresh.map((line) => this.#style(line));
  }

  #wrap(line: string, width: number): string[] {
    const { indent = "" } = this.#options;
    const rows = wrapRows(line, Math.max(1, width - indent.length), { wordWrap: false });
    return rows.map((row) => indent + row);
  }

  #style(line: string): string {
    return this.#options.codeStyle?.(line) ?? line;
  }

  #clean(line: string): string {
    return expandTabs(sanitizeForeign(line), this.#options.tabWidth ?? DEFAULT_TAB_WIDTH);
  }
}
