// Widgets for items of the transcript. A view takes its item anew after each step.
import type { Component, GrowingComponent } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import type { MarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { Text } from "@oh-my-pi/pi-tui/text";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { Looks } from "../theming/looks.ts";
import type { ViewChoices } from "../state/ui-state.ts";
import type { Item, StreamedItem, ToolItem } from "../state/item.ts";

/** What views are made with. */
export interface ViewKit {
  readonly looks: Looks;
  readonly lexer: MarkdownLexer;
  readonly hasHyperlinks: boolean;
}

/** The same with how much is to be shown. */
export interface ItemKit extends ViewKit {
  readonly view: ViewChoices;
}

/** A widget that follows one item. */
export interface ItemView {
  readonly component: Component | GrowingComponent;
  /** Shows the item as it is now. */
  update(item: Item): void;
}

const MAX_OUTPUT_LINES = 10;

/** The view of an item, already showing it. */
export function createItemView(item: Item, kit: ItemKit): ItemView {
  switch (item.kind) {
    case "user":
      return fixed(new Text(item.text, { lineStyle: kit.looks.userLine, paddingColumns: 1 }));
    case "notice":
      return fixed(new Text(item.text, { style: kit.looks.tones[item.tone] }));
    case "summary":
      return fixed(new Text(`${item.title}\n${item.text}`, { style: kit.looks.muted }));
    case "tool":
      return toolView(item, kit);
    case "answer":
      return answerView(item, kit);
    case "thinking":
      return kit.view.hidesThinking
        ? fixed(new Text("Thinking …", { style: kit.looks.thinking, paddingColumns: 2 }))
        : thinkingView(item, kit.looks);
  }
}

function fixed(text: Text): ItemView {
  return { component: new Container(text, new Spacer()), update: () => {} };
}

function answerView(first: StreamedItem, kit: ViewKit): ItemView {
  const markdown = new Markdown({
    lexer: kit.lexer,
    styles: kit.looks.markdown,
    hyperlinks: kit.hasHyperlinks,
  });
  const gap = new Spacer();
  let isFinished = false;
  if (first.text !== "") markdown.append(first.text);
  if (first.isDone) {
    markdown.finish();
    isFinished = true;
  }
  const component: GrowingComponent = {
    get parts() {
      return isFinished ? [...markdown.parts, gap] : markdown.parts;
    },
    get settledParts() {
      return isFinished ? markdown.parts.length + 1 : markdown.settledParts;
    },
    render: (width) => (isFinished ? [...markdown.render(width), ""] : markdown.render(width)),
    invalidate: () => markdown.invalidate(),
  };
  return {
    component,
    update: (item) => {
      if (item.kind !== "answer" || isFinished) return;
      if (item.tail !== "") markdown.append(item.tail);
      if (!item.isDone) return;
      markdown.finish();
      isFinished = true;
    },
  };
}

function thinkingView(first: StreamedItem, looks: Looks): ItemView {
  const text = new Text(first.text, { style: looks.thinking, paddingColumns: 2 });
  return {
    component: new Container(text, new Spacer()),
    update: (item) => {
      if (item.kind === "thinking") text.setText(item.text);
    },
  };
}

function toolView(first: ToolItem, { looks, view }: ItemKit): ItemView {
  const head = new Text("", { isStyled: true });
  const body = new Text("", { style: looks.muted, paddingColumns: 2 });
  const show = (item: ToolItem): void => {
    head.setText(toolTitle(item, looks));
    body.setText(view.isExpanded ? item.output.trimEnd() : outputLines(item.output));
  };
  show(first);
  return {
    component: new Container(head, body, new Spacer()),
    update: (item) => {
      if (item.kind === "tool") show(item);
    },
  };
}

function toolTitle(item: ToolItem, looks: Looks): string {
  const sign = {
    preparing: looks.muted(looks.symbols.preparing),
    running: looks.accent(looks.symbols.running),
    done: looks.success(looks.symbols.done),
    failed: looks.error(looks.symbols.failed),
  }[item.status];
  const [first] = Object.values(item.args);
  const about = typeof first === "string" ? first : JSON.stringify(item.args);
  const line = about.split("\n", 1)[0] ?? "";
  return `${sign} ${looks.fg("toolTitle", item.name)} ${sanitizeForeign(line)}`;
}

function outputLines(output: string): string {
  const lines = output.trimEnd().split("\n");
  if (lines.length <= MAX_OUTPUT_LINES) return lines.join("\n");
  return [
    ...lines.slice(0, MAX_OUTPUT_LINES),
    `… ${lines.length - MAX_OUTPUT_LINES} more lines, Ctrl+O shows them`,
  ].join("\n");
}
