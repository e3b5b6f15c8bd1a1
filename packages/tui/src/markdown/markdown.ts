/**
 * A Markdown text that may still be arriving. Only its last block is read again when text is added, so an addition
 * costs the same however long the text has become; blocks before it are settled parts.
 */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Links, Token, Tokens } from "marked";
import type { Component, GrowingComponent } from "../render/component.ts";
import { JoinedLines } from "../render/joined-lines.ts";
import type { Block, PlacedBlock } from "./block.ts";
import { CodeFence } from "./code-fence.ts";
import type { MarkdownLexer } from "./lexer.ts";
import { cutParagraph, isLongParagraph } from "./long-paragraph.ts";
import { MarkdownBlock } from "./markdown-block.ts";
import { endsWithBlankLine, readBlock } from "./read-block.ts";
import { type BlockContext, codeOptions } from "./render-block.ts";
import { SourceTail } from "./source-tail.ts";

/** Options of {@link Markdown}. */
export interface MarkdownOptions extends BlockContext {
  readonly lexer: MarkdownLexer;
}

/** A whole text that was read before: it is shown without reading it again. */
export interface ReadMarkdown {
  readonly blocks: readonly PlacedBlock[];
}

/** A list longer than this is settled item by item. */
const LONG_LIST_CHARS = 1_000;
/** Beyond this an open block that cannot be cut is read again only when it has grown by a share of itself. */
const LONG_OPEN_CHARS = 2_000;
const LONG_OPEN_GROWTH = 1.125;

/** The component. */
export class Markdown implements GrowingComponent {
  readonly #options: MarkdownOptions;
  readonly #links: Links = {};
  readonly #tail = new SourceTail();
  /** The settled parts, and behind them the open one, if there is one. */
  #parts: (MarkdownBlock | CodeFence)[] = [];
  #settledCount = 0;
  #block: MarkdownBlock | undefined;
  #fence: CodeFence | undefined;
  #isStale = false;
  /** Nothing is read before the tail has this length. */
  #readAtLength = 0;
  /** Set while a block goes on in a new part: of which type it is, and whether a blank line stands between. */
  #continued: { readonly type: Block["type"]; readonly hasGap: boolean } | undefined;
  readonly #lines = new JoinedLines();

  constructor(options: MarkdownOptions, content: string | ReadMarkdown = "") {
    this.#options = options;
    if (typeof content !== "string") this.#showRead(content);
    else if (content !== "") this.setText(content);
  }

  /** Replaces the text by one that is complete. */
  setText(text: string): void {
    this.#parts = [];
    this.#settledCount = 0;
    this.#tail.text = "";
    this.#block = undefined;
    this.#fence = undefined;
    this.#continued = undefined;
    this.append(text);
    this.finish();
  }

  /** Adds text at the end. */
  append(text: string): void {
    this.#tail.append(text);
    this.#isStale = true;
  }

  /** Says that the text is complete. */
  finish(): void {
    this.#readAtLength = 0;
    this.#read();
    if (this.#fence !== undefined) {
      this.#fence.take(`${this.#tail.text}\n`);
      this.#fence.block.finish();
    }
    this.#settleOpen();
    this.#tail.text = "";
  }

  /** What was read so far, for showing the text again with other looks. */
  get read(): ReadMarkdown {
    return { blocks: this.#parts.map((part) => part.placed) };
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
    return this.#lines.join(this.parts.map((part) => part.render(width)));
  }

  invalidate(): void {
    this.#lines.clear();
    for (const part of this.parts) part.invalidate();
  }

  #showRead({ blocks }: ReadMarkdown): void {
    this.#parts = blocks.map((placed) => new MarkdownBlock(placed, this.#options));
    this.#settleOpen();
  }

  /** Brings the parts up to date with the text. Text inside an open code fence is never parsed. */
  #read(): void {
    if (!this.#isStale || this.#tail.text.length < this.#readAtLength) return;
    this.#isStale = false;
    while (this.#tail.text !== "" && this.#readMore());
    const { length } = this.#tail.text;
    const canBeCut = this.#block?.placed.block.type === "paragraph";
    this.#readAtLength = canBeCut || length < LONG_OPEN_CHARS ? 0 : length * LONG_OPEN_GROWTH;
  }

  /** Reads on; false when nothing more can be said before more text comes. */
  #readMore(): boolean {
    if (this.#fence === undefined) return this.#readBlocks();
    this.#tail.text = this.#fence.take(this.#tail.text);
    if (!this.#fence.isClosed) return false;
    this.#settleOpen();
    return true;
  }

  /** Reads the tail; true when the rest of it must be read in another way. */
  #readBlocks(): boolean {
    const tokens = this.#lex(this.#tail.text);
    const last = lastOpenIndex(tokens);
    const open = tokens[last];
    if (open === undefined) {
      this.#dropOpen();
      return false;
    }
    this.#settleTokens(tokens.slice(0, last));
    if (this.#startFence()) return true;
    if (this.#settleLongStart(open)) return true;
    this.#showOpen(open.type === "list" ? this.#settleItems(open as Tokens.List) : open);
    return false;
  }

  /** A definition at the end may be incomplete, so only settled ones are kept for later. */
  #lex(source: string): readonly Token[] {
    return this.#options.lexer(sanitizeForeign(source), { ...this.#links });
  }

  #settleTokens(tokens: readonly Token[]): void {
    let pending: string[] = [];
    for (const token of tokens) {
      if (isLong(token)) {
        this.#tail.dropLines(pending);
        pending = [];
        this.#settleLong(this.#tail.sourceOf(token.raw));
      } else if (isBlock(token)) this.#settleToken(token);
      else if (token.type === "def") this.#define(token as Tokens.Def);
      pending.push(token.raw);
    }
    this.#tail.dropLines(pending);
  }

  #define({ tag, href, title }: Tokens.Def): void {
    this.#links[tag] ??= { href, title };
  }

  #startFence(): boolean {
    const hasGap = this.#settledCount > 0;
    const options = (language: string) => codeOptions(language, this.#options);
    const started = CodeFence.open(this.#tail.text, options, { hasGap });
    if (started === undefined) return false;
    this.#dropOpen();
    this.#fence = started.fence;
    this.#parts.push(started.fence);
    this.#tail.text = started.rest;
    return true;
  }

  #settleLong(source: string): void {
    const rest = this.#settlePieces(source);
    for (const token of this.#lex(rest)) if (isBlock(token)) this.#settleToken(token);
  }

  /** Settles what stands before the last piece of a long paragraph that may still grow. */
  #settleLongStart(open: Token): boolean {
    if (!isLong(open)) return false;
    const source = this.#tail.sourceOf(open.raw);
    if (!isLongParagraph(source)) return false;
    this.#tail.text = this.#settlePieces(source) + this.#tail.text.slice(source.length);
    return true;
  }

  #settlePieces(source: string): string {
    let rest = source;
    while (isLongParagraph(rest)) {
      const cut = cutParagraph(rest);
      for (const token of this.#lex(cut.piece)) if (isBlock(token)) this.#settleToken(token);
      this.#continued = { type: "paragraph", hasGap: false };
      rest = cut.rest;
    }
    return rest;
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
    const block = readBlock(token);
    if (block === undefined) return;
    if (this.#block !== undefined) {
      this.#block.placed = { block, hasGap: this.#block.placed.hasGap };
      return;
    }
    const hasGap =
      this.#continued?.type === block.type ? this.#continued.hasGap : this.#settledCount > 0;
    this.#block = new MarkdownBlock({ block, hasGap }, this.#options);
    this.#parts.push(this.#block);
    this.#continued = undefined;
  }

  /** All but the last item of a long list are settled; what is left is a list that goes on counting. */
  #settleItems(list: Tokens.List): Token {
    const done = list.items.slice(0, -1);
    const source = done.map((item) => item.raw).join("");
    if (list.raw.length < LONG_LIST_CHARS || !source.endsWith("\n")) return list;
    const start = typeof list.start === "number" ? list.start : 1;
    this.#settleToken({ ...list, items: done });
    this.#tail.dropLines([source]);
    this.#continued = { type: "list", hasGap: endsWithBlankLine(source) };
    const rest: Tokens.List = { ...list, items: list.items.slice(-1) };
    return list.ordered ? { ...rest, start: start + done.length } : rest;
  }
}

/** What may be the beginning of a list item: until more is known the list before it is not over. */
const PARTIAL_BULLET = /^\s*(?:[-*+]|\d{1,9}[.)]?)\s*$/;

/** True for tokens that are seen. */
function isBlock(token: Token): boolean {
  return token.type !== "space" && token.type !== "def";
}

function isLong(token: Token): boolean {
  return token.type === "paragraph" && isLongParagraph(token.raw);
}

/** Index of the block that may still change: the last one that is more than blank lines. */
function lastOpenIndex(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(isBlock);
  const before = tokens.slice(0, Math.max(0, last)).findLastIndex(isBlock);
  const mayContinue =
    tokens[before]?.type === "list" && PARTIAL_BULLET.test(tokens[last]?.raw ?? "");
  return mayContinue ? before : last;
}
