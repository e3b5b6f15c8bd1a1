// Widgets for what streams in: answers and thoughts. What is complete of them is written for good while the rest grows.
import type { GrowingComponent } from "@oh-my-pi/pi-tui/component";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import { Spacer } from "@oh-my-pi/pi-tui/spacer";
import { StreamedText } from "@oh-my-pi/pi-tui/widgets/streamed-text";
import type { StreamedItem } from "../state/item.ts";
import { TextQueue } from "./text-queue.ts";
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
  return streamedView(
    first,
    markdown,
    {
      isFinished: known !== undefined,
      add: (text) => markdown.append(text),
      finish: (item) => {
        markdown.finish();
        kit.answers.keep(item, markdown.read);
      },
    },
    kit,
  );
}

/** A thought, as it is. */
export function thinkingView(first: StreamedItem, kit: ItemKit): ItemView {
  const text = new StreamedText({ style: kit.looks.thinking, paddingColumns: 2 });
  return streamedView(
    first,
    text,
    {
      isFinished: false,
      add: (added) => text.append(added),
      finish: () => {},
    },
    kit,
  );
}

interface Growth {
  /** Everything was shown from the start. */
  readonly isFinished: boolean;
  add(text: string): void;
  finish(item: StreamedItem): void;
}

/** Characters that one frame takes in; what comes faster waits, so that keys need not. */
const FRAME_CHARS = 4_096;

/** Follows an item; once it is done and all of it was taken in, a blank line stands below it. */
function streamedView(
  first: StreamedItem,
  grown: GrowingComponent,
  growth: Growth,
  { requestRender, backlog }: Pick<ItemKit, "requestRender" | "backlog">,
): ItemView {
  const gap = new Spacer();
  const whole = Promise.withResolvers<void>();
  let { isFinished } = growth;
  const waiting = new TextQueue();
  let room = FRAME_CHARS;
  let last = first;
  const takeIn = (chars: number): void => {
    const text = waiting.take(chars);
    if (text !== "") growth.add(text);
    room -= text.length;
    backlog.take(text.length);
    if (!waiting.isEmpty) return requestRender();
    if (!last.isDone) return;
    growth.finish(last);
    isFinished = true;
    whole.resolve();
  };
  const follow = (item: StreamedItem, added: string): void => {
    if (isFinished) return;
    last = item;
    waiting.add(added);
    backlog.add(added.length);
    if (room > 0 || (waiting.isEmpty && item.isDone)) takeIn(room);
  };
  const nextFrame = (): void => {
    room = FRAME_CHARS;
    if (!waiting.isEmpty) takeIn(room);
  };
  if (first.isDone) room = Number.POSITIVE_INFINITY;
  follow(first, first.text);
  const component: GrowingComponent = {
    get parts() {
      return isFinished ? [...grown.parts, gap] : grown.parts;
    },
    get settledParts() {
      nextFrame();
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
    ready: () => (isFinished ? undefined : whole.promise),
  };
}
