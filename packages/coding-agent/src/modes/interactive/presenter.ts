// Keeps the transcript on screen equal to the state: new items get a view, open ones are brought up to date,
// finished ones settle.
import type { EntryHandle, Transcript } from "@oh-my-pi/pi-tui/transcript";
import { createItemView, type ItemView, type ViewKit } from "./item-views.ts";
import type { UiState } from "./ui-state.ts";

interface Shown {
  readonly view: ItemView;
  readonly entry: EntryHandle;
}

/** Follows the state, step by step. */
export class Presenter {
  readonly #transcript: Transcript;
  readonly #kit: ViewKit;
  readonly #open = new Map<number, Shown>();
  #shownCount = 0;

  constructor(transcript: Transcript, kit: ViewKit) {
    this.#transcript = transcript;
    this.#kit = kit;
  }

  /** Shows what one step changed. Must see every step. */
  show(before: UiState, after: UiState): void {
    if (before.items === after.items) return;
    for (const item of after.items.slice(this.#firstOpen(after), this.#shownCount)) {
      const shown = this.#open.get(item.id);
      if (shown === undefined || before.items.includes(item)) continue;
      if (shown.view.update(item)) this.#settle(item.id, shown);
    }
    for (const item of after.items.slice(this.#shownCount)) {
      const view = createItemView(item, this.#kit);
      const shown = { view, entry: this.#transcript.append(view.component) };
      this.#open.set(item.id, shown);
      if (item.kind === "user" || item.kind === "notice") this.#settle(item.id, shown);
    }
    this.#shownCount = after.items.length;
  }

  /** Only the end of the list can still change. */
  #firstOpen({ items }: UiState): number {
    const [oldest] = this.#open.keys();
    if (oldest === undefined) return this.#shownCount;
    return items.findLastIndex((item) => item.id === oldest);
  }

  #settle(id: number, { entry }: Shown): void {
    entry.settle();
    this.#open.delete(id);
  }
}
