/** A fenced code block that is still open: text goes straight into it until the closing fence appears. */
import type { Component } from "../render/component.ts";
import { CodeBlock, type CodeBlockOptions } from "../widgets/code-block.ts";
import type { PlacedBlock } from "./block.ts";

const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/;

interface Opening {
  readonly indent: string;
  readonly marker: string;
  readonly language: string;
}

/** The open block. */
export class CodeFence implements Component {
  readonly block: CodeBlock;
  readonly #language: string;
  readonly #closing: RegExp;
  readonly #indent: RegExp;
  readonly #hasGap: boolean;
  #isClosed = false;
  #seen: readonly string[] | undefined;
  #lines: readonly string[] = [];

  private constructor(opening: Opening, block: CodeBlock, hasGap: boolean) {
    const { indent, marker, language } = opening;
    this.block = block;
    this.#language = language;
    this.#closing = new RegExp(`^ {0,3}${marker[0] ?? ""}{${marker.length},}[ \\t]*$`);
    this.#indent = new RegExp(`^ {0,${indent.length}}`);
    this.#hasGap = hasGap;
  }

  /** Starts a block when the source begins with a whole opening line. */
  static open(
    source: string,
    options: (language: string) => CodeBlockOptions,
    { hasGap }: { readonly hasGap: boolean },
  ): { fence: CodeFence; rest: string } | undefined {
    const match = OPENING.exec(source.replaceAll("\r\n", "\n"));
    const [whole = "", indent = "", marker = "", info = ""] = match ?? [];
    if (match === null || (marker.startsWith("`") && info.includes("`"))) return undefined;
    const language = info.trim();
    const block = new CodeBlock(options(language));
    const rest = source.replaceAll("\r\n", "\n").slice(whole.length);
    return { fence: new CodeFence({ indent, marker, language }, block, hasGap), rest };
  }

  /** The block as it is now. */
  get placed(): PlacedBlock {
    const { lines } = this.block;
    return { block: { type: "code", language: this.#language, lines }, hasGap: this.#hasGap };
  }

  /** True once the closing fence was seen. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes lines up to the closing fence and returns what it left: an unfinished line, or what follows the fence. */
  take(source: string): string {
    const lines: string[] = [];
    let at = 0;
    for (let end = source.indexOf("\n"); end !== -1; end = source.indexOf("\n", at)) {
      const line = source.slice(at, end).replace(/\r$/, "");
      at = end + 1;
      if (this.#closing.test(line)) {
        this.block.addLines(lines);
        this.block.finish();
        this.#isClosed = true;
        return source.slice(at);
      }
      lines.push(line.replace(this.#indent, ""));
    }
    const rest = source.slice(at);
    this.block.addLines(lines);
    // What may become the closing fence is not shown as code.
    this.block.setOpenLine(/^ {0,3}[`~]*$/.test(rest) ? "" : rest.replace(this.#indent, ""));
    return rest;
  }

  render(width: number): readonly string[] {
    const lines = this.block.render(width);
    if (!this.#hasGap) return lines;
    if (lines !== this.#seen) {
      this.#seen = lines;
      this.#lines = ["", ...lines];
    }
    return this.#lines;
  }

  invalidate(): void {
    this.#seen = undefined;
    this.block.invalidate();
  }
}
