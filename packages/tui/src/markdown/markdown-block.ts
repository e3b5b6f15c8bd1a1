/** One block of a Markdown text as a component that remembers its lines. */
import type { Component } from "../render/component.ts";
import { LineCache } from "../render/line-cache.ts";
import type { PlacedBlock } from "./block.ts";
import { type BlockContext, renderBlock } from "./render-block.ts";

/** A block; while its text still grows it is replaced. */
export class MarkdownBlock implements Component {
  readonly #context: BlockContext;
  readonly #cache = new LineCache();
  #placed: PlacedBlock;

  constructor(placed: PlacedBlock, context: BlockContext) {
    this.#placed = placed;
    this.#context = context;
  }

  /** What is shown. */
  get placed(): PlacedBlock {
    return this.#placed;
  }

  set placed(placed: PlacedBlock) {
    this.#placed = placed;
    this.#cache.clear();
  }

  render(width: number): readonly string[] {
    return this.#cache.get(width, () => {
      const { block, hasGap } = this.#placed;
      const lines = renderBlock(block, width, this.#context);
      return hasGap && lines.length > 0 ? ["", ...lines] : lines;
    });
  }

  invalidate(): void {
    this.#cache.clear();
  }
}
