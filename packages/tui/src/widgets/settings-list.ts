/** Names with values that can be changed in place or in a component of their own. */
import type { Component, Focusable } from "../render/component.ts";
import { SELECT_SCOPE } from "../terminal/default-actions.ts";
import type { InputEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { padColumns, truncate } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import type { Style } from "../theme/theme.ts";
import { displayLine, displayText } from "./text.ts";

/** One setting. With `values` a key goes to the next one; with `edit` a component takes over until it is done. */
export interface Setting {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly description?: string;
  readonly values?: readonly string[];
  readonly edit?: (value: string, done: (value: string | undefined) => void) => Component;
}

/** Looks of the list. */
export interface SettingsStyles {
  readonly selected: Style;
  readonly value: Style;
  readonly description: Style;
  readonly note: Style;
}

/** Options of {@link SettingsList}. */
export interface SettingsListOptions {
  readonly keymap: Keymap;
  readonly styles: SettingsStyles;
  readonly settings: readonly Setting[];
  readonly maxRows?: number;
  readonly onChange: (id: string, value: string) => void;
  readonly onCancel?: () => void;
}

/** The list. */
export class SettingsList implements Focusable {
  isFocused = false;
  readonly #options: SettingsListOptions;
  #settings: readonly Setting[];
  #index = 0;
  #editor: Component | undefined;

  constructor(options: SettingsListOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  /** Shows a new value, for one that was changed elsewhere. */
  setValue(id: string, value: string): void {
    this.#settings = this.#settings.map((setting) =>
      setting.id === id ? { ...setting, value } : setting,
    );
  }

  render(width: number): readonly string[] {
    if (this.#editor !== undefined) return this.#editor.render(width);
    const { styles, maxRows = 10 } = this.#options;
    if (this.#settings.length === 0) return [styles.note("  Nothing to set")];
    const start = Math.max(
      0,
      Math.min(this.#index - (maxRows >> 1), this.#settings.length - maxRows),
    );
    const shown = this.#settings.slice(start, start + maxRows);
    const columns = Math.max(...shown.map((setting) => visibleWidth(displayLine(setting.label))));
    const rows = shown.map((setting, offset) => {
      const isSelected = start + offset === this.#index;
      const label = `${isSelected ? "→ " : "  "}${padColumns(displayLine(setting.label), columns)}`;
      const value = styles.value(displayLine(setting.value));
      return truncate(`${isSelected ? styles.selected(label) : label}  ${value}`, width);
    });
    const count = `  (${this.#index + 1}/${this.#settings.length})`;
    const position = this.#settings.length > maxRows ? [styles.note(count)] : [];
    return [...rows, ...position, ...this.#description(width)];
  }

  handleInput(event: InputEvent): boolean {
    if (this.#editor !== undefined) return this.#editor.handleInput?.(event) ?? false;
    if (event.type !== "key") return false;
    const action = this.#options.keymap.actionFor(event, SELECT_SCOPE);
    const last = this.#settings.length - 1;
    if (action === "tui.select.up") this.#index = this.#index === 0 ? last : this.#index - 1;
    else if (action === "tui.select.down") this.#index = this.#index >= last ? 0 : this.#index + 1;
    else if (action === "tui.select.confirm" || event.chord === "space") this.#change();
    else if (action === "tui.select.cancel") this.#options.onCancel?.();
    else return false;
    return true;
  }

  invalidate(): void {
    this.#editor?.invalidate();
  }

  #change(): void {
    const setting = this.#settings[this.#index];
    if (setting?.edit !== undefined) {
      this.#editor = setting.edit(setting.value, (value) => {
        this.#editor = undefined;
        if (value !== undefined) this.#store(setting.id, value);
      });
    } else if (setting?.values !== undefined && setting.values.length > 0) {
      const next = (setting.values.indexOf(setting.value) + 1) % setting.values.length;
      this.#store(setting.id, setting.values[next] ?? setting.value);
    }
  }

  #store(id: string, value: string): void {
    this.setValue(id, value);
    this.#options.onChange(id, value);
  }

  #description(width: number): string[] {
    const description = this.#settings[this.#index]?.description;
    if (description === undefined) return [];
    const { styles } = this.#options;
    const rows = wrapText(displayText(description, {}), Math.max(1, width - 2));
    return ["", ...rows.map((row) => `  ${styles.description(row)}`)];
  }
}
