/** One block of a Markdown text as a component that remembers its lines. */
import type { Token } from "marked";
import type { Component } from "../render/component.ts";
import { LineCache } from "../render/line-cache.ts";
import { type BlockContext, renderBlock } from "./block.ts";

/** A block; while its text still grows it gets new tokens. */
export class MarkdownBlock implements Component {
  readonly #context: BlockContext;
  readonly #hasGap: boolean;
  readonly #cache = new LineCache();
  #token: Token;

  /** `hasGap` puts a blank line above. */
  constructor(token: Token, context: BlockContext, options: { readonly hasGap: boolean }) {
    this.#token = token;
    this.#context = context;
    this.#hasGap = options.hasGap;
  }

  /** Replaces what is shown. */
  setToken(token: Token): void {
    this.#token = token;
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => {
      const lines = renderBlock(this.#token, width, this.#context);
      return this.#hasGap && lines.length > 0 ? ["", ...lines] : lines;
    });
  }

  invalidate(): void {
    this.#cache.clear();
  }
}
