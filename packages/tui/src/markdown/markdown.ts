/**
 * A Markdown text that may still be arriving. Only its last block is read again when text is added, so an addition
 * costs the same however long the text has become; blocks before it are settled parts.
 */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Links, Token, Tokens } from "marked";
import type { Component, GrowingComponent } from "../render/component.ts";
import { type BlockContext, codeOptions, endsWithBlankLine } from "./block.ts";
import { CodeFence } from "./code-fence.ts";
import type { MarkdownLexer } from "./lexer.ts";
import { MarkdownBlock } from "./markdown-block.ts";

/** Options of {@link Markdown}. */
export interface MarkdownOptions extends BlockContext {
  readonly lexer: MarkdownLexer;
}

/** A list longer than this is settled item by item. */
const LONG_LIST_CHARS = 1_000;

/** The component. */
export class Markdown implements GrowingComponent {
  readonly #options: MarkdownOptions;
  readonly #links: Links = {};
  /** The settled parts, and behind them the open one, if there is one. */
  #parts: Component[] = [];
  #settledCount = 0;
  /** Source that is not settled. */
  #tail = "";
  #block: MarkdownBlock | undefined;
  #fence: CodeFence | undefined;
  #isStale = false;
  /** Set while a list goes on in a new part: whether a blank line stands between the items. */
  #itemGap: boolean | undefined;
  #seen: readonly (readonly string[])[] = [];
  #lines: readonly string[] = [];

  constructor(options: MarkdownOptions, text = "") {
    this.#options = options;
    if (text !== "") this.setText(text);
  }

  /** Replaces the text by one that is complete. */
  setText(text: string): void {
    this.#parts = [];
    this.#settledCount = 0;
    this.#tail = "";
    this.#block = undefined;
    this.#fence = undefined;
    this.#itemGap = undefined;
    this.append(text);
    this.finish();
  }

  /** Adds text at the end. */
  append(text: string): void {
    this.#tail += text;
    this.#isStale = true;
  }

  /** Says that the text is complete. */
  finish(): void {
    this.#read();
    if (this.#fence !== undefined) {
      this.#fence.take(`${this.#tail}\n`);
      this.#fence.block.finish();
    }
    this.#settleOpen();
    this.#tail = "";
  }

  get parts(): readonly Component[] {
    this.#read();
    return this.#parts;
  }

  get settledParts(): number {
    this.#read();
    return this.#settledCount;
  }

  render(width: number): readonly string[] {
    const rendered = this.parts.map((part) => part.render(width));
    const isSame =
      rendered.length === this.#seen.length &&
      rendered.every((lines, index) => lines === this.#seen[index]);
    if (!isSame) {
      this.#seen = rendered;
      this.#lines = rendered.flat();
    }
    return this.#lines;
  }

  invalidate(): void {
    this.#seen = [];
    this.#lines = [];
    for (const part of this.parts) part.invalidate();
  }

  /** Brings the parts up to date with the text. Text inside an open code fence is never parsed. */
  #read(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    while (this.#tail !== "") {
      if (this.#fence !== undefined) {
        this.#tail = this.#fence.take(this.#tail);
        if (!this.#fence.isClosed) return;
        this.#settleOpen();
        continue;
      }
      if (!this.#readBlocks()) return;
    }
  }

  /** Reads the tail; true when an open fence was found that must take the rest of it. */
  #readBlocks(): boolean {
    // A definition at the end may be incomplete, so only settled ones are kept for later.
    const tokens = this.#options.lexer(sanitizeForeign(this.#tail), { ...this.#links });
    const last = lastOpenIndex(tokens);
    const open = tokens[last];
    if (open === undefined) {
      this.#dropOpen();
      return false;
    }
    for (const token of tokens.slice(0, last)) {
      if (isBlock(token)) this.#settleToken(token);
      else if (token.type === "def") this.#define(token as Tokens.Def);
    }
    this.#dropLines(tokens.slice(0, last).map((token) => token.raw));
    if (this.#startFence()) return true;
    this.#showOpen(open.type === "list" ? this.#settleItems(open as Tokens.List) : open);
    return false;
  }

  #define({ tag, href, title }: Tokens.Def): void {
    this.#links[tag] ??= { href, title };
  }

  #startFence(): boolean {
    const hasGap = this.#settledCount > 0;
    const options = (language: string) => codeOptions(language, this.#options);
    const started = CodeFence.open(this.#tail, options, { hasGap });
    if (started === undefined) return false;
    this.#dropOpen();
    this.#fence = started.fence;
    this.#parts.push(started.fence);
    this.#tail = started.rest;
    return true;
  }

  /** The open part, if there is one, will not change again. */
  #settleOpen(): void {
    this.#settledCount = this.#parts.length;
    this.#block = undefined;
    this.#fence = undefined;
  }

  #dropOpen(): void {
    this.#parts.length = this.#settledCount;
    this.#block = undefined;
  }

  #settleToken(token: Token): void {
    this.#showOpen(token);
    this.#settleOpen();
  }

  #showOpen(token: Token): void {
    if (this.#block !== undefined) {
      this.#block.setToken(token);
      return;
    }
    const isNextItem = this.#itemGap !== undefined && token.type === "list";
    const hasGap = isNextItem ? this.#itemGap === true : this.#settledCount > 0;
    this.#block = new MarkdownBlock(token, this.#options, { hasGap });
    this.#parts.push(this.#block);
    this.#itemGap = undefined;
  }

  /** All but the last item of a long list are settled; what is left is a list that goes on counting. */
  #settleItems(list: Tokens.List): Token {
    const done = list.items.slice(0, -1);
    const source = done.map((item) => item.raw).join("");
    if (list.raw.length < LONG_LIST_CHARS || !source.endsWith("\n")) return list;
    const start = typeof list.start === "number" ? list.start : 1;
    this.#settleToken({ ...list, items: done });
    this.#dropLines([source]);
    this.#itemGap = endsWithBlankLine(source);
    const rest: Tokens.List = { ...list, items: list.items.slice(-1) };
    return list.ordered ? { ...rest, start: start + done.length } : rest;
  }

  /** Source and tokens have the same line breaks, so lines can be counted although marks may differ in length. */
  #dropLines(texts: readonly string[]): void {
    let breaks = texts.reduce((count, text) => count + text.split("\n").length - 1, 0);
    let at = 0;
    while (breaks-- > 0) at = this.#tail.indexOf("\n", at) + 1;
    this.#tail = this.#tail.slice(at);
  }
}

/** What may be the beginning of a list item: until more is known the list before it is not over. */
const PARTIAL_BULLET = /^\s*(?:[-*+]|\d{1,9}[.)]?)\s*$/;

/** True for tokens that are seen. */
function isBlock(token: Token): boolean {
  return token.type !== "space" && token.type !== "def";
}

/** Index of the block that may still change: the last one that is more than blank lines. */
function lastOpenIndex(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(isBlock);
  const before = tokens.slice(0, Math.max(0, last)).findLastIndex(isBlock);
  const mayContinue =
    tokens[before]?.type === "list" && PARTIAL_BULLET.test(tokens[last]?.raw ?? "");
  return mayContinue ? before : last;
}
