// Widgets for items of the transcript. A view takes its item anew after each step.
import type { GrowingComponent } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { Text } from "@oh-my-pi/pi-tui/text";
import { toolCard } from "./tool-card.ts";
import { countedPictures } from "./working-line.ts";
import type { Looks } from "../theming/looks.ts";
import type { Item, StreamedItem, UserItem } from "../state/item.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

/** The view of an item, already showing it. */
export function createItemView(item: Item, kit: ItemKit): ItemView {
  switch (item.kind) {
    case "user":
      return fixed(new Text(userText(item), { lineStyle: kit.looks.userLine, paddingColumns: 1 }));
    case "notice":
      return fixed(new Text(item.text, { style: kit.looks.tones[item.tone] }));
    case "summary":
      return fixed(new Text(`${item.title}\n${item.text}`, { style: kit.looks.muted }));
    case "tool":
      return toolCard(item, kit);
    case "answer":
      return answerView(item, kit);
    case "thinking":
      return kit.view.hidesThinking
        ? fixed(new Text("Thinking …", { style: kit.looks.thinking, paddingColumns: 2 }))
        : thinkingView(item, kit.looks);
  }
}

function userText({ text, imageCount }: UserItem): string {
  const pictures = imageCount === 0 ? [] : [`[${countedPictures(imageCount)}]`];
  return [...(text === "" ? [] : [text]), ...pictures].join("\n");
}

function fixed(text: Text): ItemView {
  return { component: new Container(text, new Spacer()), update: () => {} };
}

function answerView(first: StreamedItem, kit: ItemKit): ItemView {
  const options = {
    lexer: kit.lexer,
    styles: kit.looks.markdown,
    hyperlinks: kit.hasHyperlinks,
    highlight: kit.paintCode,
  };
  const known = kit.answers.get(first);
  const markdown = new Markdown(options, known);
  const gap = new Spacer();
  let isFinished = known !== undefined;
  const follow = (item: StreamedItem, added: string): void => {
    if (isFinished) return;
    if (added !== "") markdown.append(added);
    if (!item.isDone) return;
    markdown.finish();
    isFinished = true;
    kit.answers.keep(item, markdown.read);
  };
  follow(first, first.text);
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
      if (item.kind === "answer") follow(item, item.tail);
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
