// Widgets for what streams in: answers and thoughts. What is complete of them is written for good while the rest grows.
import type { GrowingComponent } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { StreamedText } from "@oh-my-pi/pi-tui/widgets/streamed-text";
import type { StreamedItem } from "../state/item.ts";
import type { Looks } from "../theming/looks.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

/** An answer, as Markdown. */
export function answerView(first: StreamedItem, kit: ItemKit): ItemView {
  const options = {
    lexer: kit.lexer,
    styles: kit.looks.markdown,
    hyperlinks: kit.hasHyperlinks,
    highlight: kit.paintCode,
  };
  const known = kit.answers.get(first);
  const markdown = new Markdown(options, known);
  return streamedView(first, markdown, {
    isFinished: known !== undefined,
    add: (text) => markdown.append(text),
    finish: (item) => {
      markdown.finish();
      kit.answers.keep(item, markdown.read);
    },
  });
}

/** A thought, as it is. */
export function thinkingView(first: StreamedItem, looks: Looks): ItemView {
  const text = new StreamedText({ style: looks.thinking, paddingColumns: 2 });
  return streamedView(first, text, {
    isFinished: false,
    add: (added) => text.append(added),
    finish: () => {},
  });
}

interface Growth {
  /** Everything was shown from the start. */
  readonly isFinished: boolean;
  add(text: string): void;
  finish(item: StreamedItem): void;
}

/** Follows an item; once it is done, a blank line stands below it. */
function streamedView(first: StreamedItem, grown: GrowingComponent, growth: Growth): ItemView {
  const gap = new Spacer();
  let { isFinished } = growth;
  const follow = (item: StreamedItem, added: string): void => {
    if (isFinished) return;
    if (added !== "") growth.add(added);
    if (!item.isDone) return;
    growth.finish(item);
    isFinished = true;
  };
  follow(first, first.text);
  const component: GrowingComponent = {
    get parts() {
      return isFinished ? [...grown.parts, gap] : grown.parts;
    },
    get settledParts() {
      return isFinished ? grown.parts.length + 1 : grown.settledParts;
    },
    render: (width) => (isFinished ? [...grown.render(width), ""] : grown.render(width)),
    invalidate: () => grown.invalidate(),
  };
  return {
    component,
    update: (item) => {
      if (item.kind === first.kind && "tail" in item) follow(item, item.tail);
    },
  };
}
