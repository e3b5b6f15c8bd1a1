/** A row of tabs of which one is active. */
import type { Focusable } from "../render/component.ts";
import type { InputEvent } from "../terminal/input-event.ts";
import { wrapText } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { displayLine } from "./text.ts";

/** One tab. */
export interface Tab {
  readonly id: string;
  readonly label: string;
}

/** Options of {@link TabBar}. */
export interface TabBarOptions {
  readonly tabs: readonly Tab[];
  readonly active: Style;
  readonly inactive: Style;
  readonly onChange?: (tab: Tab) => void;
}

/** Tabs; Tab and the arrows go around. */
export class TabBar implements Focusable {
  isFocused = false;
  readonly #options: TabBarOptions;
  #index = 0;

  constructor(options: TabBarOptions) {
    this.#options = options;
  }

  /** The active tab. */
  get active(): Tab | undefined {
    return this.#options.tabs[this.#index];
  }

  /** Activates the tab with this id, if there is one. */
  activate(id: string): void {
    const index = this.#options.tabs.findIndex((tab) => tab.id === id);
    if (index !== -1) this.#index = index;
  }

  render(width: number): readonly string[] {
    const { tabs, active, inactive } = this.#options;
    const labels = tabs.map((tab, index) => {
      const label = ` ${displayLine(tab.label).replaceAll(" ", "\u00a0")} `;
      return index === this.#index ? active(label) : inactive(label);
    });
    return wrapText(labels.join(" "), width);
  }

  handleInput(event: InputEvent): boolean {
    if (event.type !== "key") return false;
    const step = STEPS.get(event.chord);
    if (step === undefined) return false;
    const { tabs, onChange } = this.#options;
    this.#index = (this.#index + step + tabs.length) % Math.max(1, tabs.length);
    if (this.active !== undefined) onChange?.(this.active);
    return true;
  }

  invalidate(): void {}
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ["tab", 1],
  ["right", 1],
  ["shift+tab", -1],
  ["left", -1],
]);
