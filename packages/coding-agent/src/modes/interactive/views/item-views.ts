// Widgets for items of the transcript. A view takes its item anew after each step.
import { Container } from "@oh-my-pi/pi-tui/container";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { DEFAULT_TAB_WIDTH, Text } from "@oh-my-pi/pi-tui/text";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { answerView, thinkingView } from "./streamed-views.ts";
import { commandCard } from "./command-card.ts";
import { toolCard } from "./tool-card.ts";
import { countedPictures } from "./counted-pictures.ts";
import type { Looks } from "../theming/looks.ts";
import type { Item, UserItem } from "../state/item.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

/** The view of an item, already showing it. */
export function createItemView(item: Item, kit: ItemKit): ItemView {
  switch (item.kind) {
    case "user":
      return fixed(
        new Text(userText(item), {
          lineStyle: kit.looks.userLine,
          paddingColumns: 1,
          tabWidth: kit.tabWidth ?? DEFAULT_TAB_WIDTH,
        }),
      );
    case "notice":
      if (item.tone === "welcome")
        return fixed(new Text(welcomeText(item.text, kit.looks), { isStyled: true }));
      return fixed(new Text(item.text, { style: kit.looks.tones[item.tone] }));
    case "summary":
      return fixed(new Text(`${item.title}\n${item.text}`, { style: kit.looks.muted }));
    case "tool":
      return toolCard(item, kit);
    case "command":
      return commandCard(item, kit);
    case "answer":
      return answerView(item, kit);
    case "thinking":
      return kit.view.hidesThinking
        ? fixed(new Text("Thinking …", { style: kit.looks.thinking, paddingColumns: 2 }))
        : thinkingView(item, kit);
  }
}

/** The first line stands out, its first word most. */
function welcomeText(text: string, { accent, bold, muted }: Looks): string {
  const [, name = "", more = "", rest = ""] =
    /^(\S*)(.*)([\s\S]*)$/.exec(sanitizeForeign(text)) ?? [];
  return `${bold(accent(name))}${more}${rest.split("\n").map(muted).join("\n")}`;
}

function userText({ text, imageCount }: UserItem): string {
  const pictures = imageCount === 0 ? [] : [`[${countedPictures(imageCount)}]`];
  return [...(text === "" ? [] : [text]), ...pictures].join("\n");
}

function fixed(text: Text): ItemView {
  return { component: new Container(text, new Spacer()), update: () => {} };
}
