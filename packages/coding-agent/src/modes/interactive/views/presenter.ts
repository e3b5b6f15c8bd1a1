// Keeps the transcript on screen equal to the state: new items get a view, open ones are brought up to date, final
// ones settle.
import type { EntryHandle, Transcript } from "@oh-my-pi/pi-tui/transcript";
import type { Item } from "../state/item.ts";
import { type Chain, settledSince, type Story } from "../state/story.ts";
import { createItemView } from "./item-views.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

interface Shown {
  readonly view: ItemView;
  readonly entry: EntryHandle;
  item: Item;
}

/** Follows a story, step by step. */
export class Presenter {
  readonly #transcript: Transcript;
  #kit: ItemKit;
  #open = new Map<number, Shown>();
  #settled: Chain | undefined;

  constructor(transcript: Transcript, kit: ItemKit) {
    this.#transcript = transcript;
    this.#kit = kit;
  }

  /** Shows what changed since the last call. */
  show(story: Story): void {
    for (const item of settledSince(story, this.#settled)) {
      this.#present(item);
      this.#settle(item.id);
    }
    this.#settled = story.settled;
    for (const item of story.open) this.#present(item);
  }

  /** Begins anew, with other looks if any are given; the transcript was cleared. */
  restart(kit: ItemKit = this.#kit): void {
    this.#kit = kit;
    this.#open = new Map();
    this.#settled = undefined;
  }

  /** What comes from now on is shown with this. */
  useKit(kit: ItemKit): void {
    this.#kit = kit;
  }

  #present(item: Item): void {
    const shown = this.#open.get(item.id);
    if (shown === undefined) {
      const view = createItemView(item, this.#kit);
      this.#open.set(item.id, { view, item, entry: this.#transcript.append(view.component) });
    } else if (shown.item !== item) {
      shown.item = item;
      shown.view.update(item);
    }
  }

  #settle(id: number): void {
    const shown = this.#open.get(id);
    this.#open.delete(id);
    const ready = shown?.view.ready?.();
    if (ready === undefined) shown?.entry.settle();
    else void ready.then(() => shown?.entry.settle());
  }
}
