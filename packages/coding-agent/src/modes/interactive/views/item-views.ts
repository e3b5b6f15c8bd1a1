// Widgets for items of the transcript. A view takes its item anew after each step.
import { Container } from "@oh-my-pi/pi-tui/container";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { Text } from "@oh-my-pi/pi-tui/text";
import { answerView, thinkingView } from "./streamed-views.ts";
import { toolCard } from "./tool-card.ts";
import { countedPictures } from "./working-line.ts";
import type { Item, UserItem } from "../state/item.ts";
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
        : thinkingView(item, kit);
  }
}

function userText({ text, imageCount }: UserItem): string {
  const pictures = imageCount === 0 ? [] : [`[${countedPictures(imageCount)}]`];
  return [...(text === "" ? [] : [text]), ...pictures].join("\n");
}

function fixed(text: Text): ItemView {
  return { component: new Container(text, new Spacer()), update: () => {} };
}
