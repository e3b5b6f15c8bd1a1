// What views of items are made with, and what they are.
import type { ToolView, ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import type { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import type { ImageProtocol } from "@oh-my-pi/pi-tui/capabilities";
import type { Component, GrowingComponent } from "@oh-my-pi/pi-tui/component";
import type { PixelSize } from "@oh-my-pi/pi-tui/image-sequences";
import type { MarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Highlighter as PaintCode } from "@oh-my-pi/pi-tui/widgets/code-block";
import type { Item } from "../state/item.ts";
import type { ViewChoices } from "../state/ui-state.ts";
import type { Looks } from "../theming/looks.ts";
import type { Backlog } from "./backlog.ts";
import type { ReadAnswers } from "./read-answers.ts";

/** What views are made with. */
export interface ViewKit {
  readonly looks: Looks;
  readonly lexer: MarkdownLexer;
  readonly hasHyperlinks: boolean;
  readonly highlighter: Highlighter;
  readonly paintCode: PaintCode;
  readonly images: ImageChoices;
  /** Columns of a tab; 3 where nothing is said. */
  readonly tabWidth?: number;
  /** The view of a call as its tool gives it; undefined for a tool that is not there. */
  readonly viewTool: (name: string, args: unknown, result?: ViewedResult) => ToolView | undefined;
}

/** Whether and how large pictures are drawn. */
export interface ImageChoices {
  readonly protocol: ImageProtocol;
  readonly maxColumns: number;
  readonly maxRows: number;
  /** Size of a character cell, once the terminal has told it. */
  readonly cell?: PixelSize;
  /** How many columns there are now. */
  readonly columns?: () => number;
}

/** The same with how much is to be shown. */
export interface ItemKit extends ViewKit {
  readonly view: ViewChoices;
  readonly answers: ReadAnswers;
  readonly backlog: Backlog;
  /** Asks for a frame. */
  readonly requestRender: () => void;
  /** Takes work after which the view is another; it is not final before. */
  readonly defer?: (work: Promise<void>) => void;
}

/** A widget that follows one item. */
export interface ItemView {
  readonly component: Component | GrowingComponent;
  /** Shows the item as it is now. */
  update(item: Item): void;
  /** Resolves when nothing is worked on any more; undefined when nothing is. */
  ready?(): Promise<unknown> | undefined;
}
