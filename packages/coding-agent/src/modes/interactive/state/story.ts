// The transcript as a value: what is final is a chain that is shared from step to step, what may still change is
// a short list. A step costs the same however long the story is.
import { isFinal, type Item, type NewItem } from "./item.ts";

/** Final items, the last one first. */
export interface Chain {
  readonly item: Item;
  readonly before: Chain | undefined;
}

/** All items in order: those of the chain, then the open ones. */
export interface Story {
  readonly settled: Chain | undefined;
  /** From the first item on that may still change. */
  readonly open: readonly Item[];
  readonly nextId: number;
}

export const EMPTY_STORY: Story = { settled: undefined, open: [], nextId: 1 };

/** The story with one more item. */
export function addItem(story: Story, item: NewItem): Story {
  const whole: Item = { ...item, id: story.nextId };
  return settle({ ...story, open: [...story.open, whole], nextId: story.nextId + 1 });
}

/** The story with the last open item that `change` takes replaced by what it returns. */
export function changeItem(story: Story, change: (item: Item) => Item | undefined): Story {
  for (let at = story.open.length - 1; at >= 0; at--) {
    const item = story.open[at];
    const changed = item && change(item);
    if (changed) return settle({ ...story, open: story.open.with(at, changed) });
  }
  return story;
}

/** The story with every open item that `change` takes replaced by what it returns. */
export function changeOpen(story: Story, change: (item: Item) => Item | undefined): Story {
  return settle({ ...story, open: story.open.map((item) => change(item) ?? item) });
}

/** Every item, oldest first. */
export function storyItems(story: Story): Item[] {
  return [...settledSince(story, undefined), ...story.open];
}

/** What has become final since `known` was the end of the chain, oldest first. */
export function settledSince({ settled }: Story, known: Chain | undefined): Item[] {
  const items: Item[] = [];
  for (let at = settled; at !== known && at !== undefined; at = at.before) items.push(at.item);
  return items.reverse();
}

function settle(story: Story): Story {
  let { settled } = story;
  const first = story.open.findIndex((item) => !isFinal(item));
  const finalCount = first === -1 ? story.open.length : first;
  if (finalCount === 0) return story;
  for (const item of story.open.slice(0, finalCount)) settled = { item, before: settled };
  return { ...story, settled, open: story.open.slice(finalCount) };
}
