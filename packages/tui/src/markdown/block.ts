/**
 * A Markdown text that was read: blocks as small plain data, from which lines of any width and look can be made without
 * reading again. It knows nothing of the grammar that made it, nor of styles.
 */
import type { InlineText } from "./inline-text.ts";

/** One block. A `space` stands for a blank line of the source between blocks inside a list item or a quote. */
export type Block =
  | { readonly type: "heading"; readonly depth: number; readonly text: InlineText }
  | { readonly type: "paragraph"; readonly text: InlineText }
  | { readonly type: "html"; readonly text: string }
  | { readonly type: "code"; readonly language: string; readonly lines: readonly string[] }
  | { readonly type: "quote"; readonly blocks: readonly Block[] }
  | { readonly type: "rule" }
  | { readonly type: "space" }
  | ListBlock
  | TableBlock;

/** A list; one with a first number counts from there. */
export interface ListBlock {
  readonly type: "list";
  readonly firstNumber: number | undefined;
  readonly items: readonly ListItem[];
}

/** An item of a list. */
export interface ListItem {
  readonly blocks: readonly Block[];
  /** Set for a task. */
  readonly isChecked: boolean | undefined;
  /** A blank line stands above it. */
  readonly hasGap: boolean;
}

/** How the cells of a column are set. */
export type Alignment = "left" | "center" | "right";

/** A table. */
export interface TableBlock {
  readonly type: "table";
  readonly header: readonly InlineText[];
  readonly rows: readonly (readonly InlineText[])[];
  readonly alignments: readonly Alignment[];
}

/** A block of the text itself, with a blank line above it or not. */
export interface PlacedBlock {
  readonly block: Block;
  readonly hasGap: boolean;
}
