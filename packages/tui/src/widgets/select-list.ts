/** A list to choose one entry from. How entries are filtered is given from outside. */
import type { Focusable } from "../render/component.ts";
import { SELECT_SCOPE } from "../terminal/default-actions.ts";
import type { InputEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { padColumns, truncate } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import type { Style } from "../theme/theme.ts";
import { displayLine } from "./text.ts";

/** Something that can be chosen. */
export interface SelectItem {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** Looks of a list. */
export interface SelectStyles {
  readonly selected: Style;
  readonly description: Style;
  readonly note: Style;
}

/** Orders and drops entries for a query; a fuzzy matcher, for example. */
export type SelectFilter = (items: readonly SelectItem[], query: string) => readonly SelectItem[];

/** Options of {@link SelectList}. */
export interface SelectListOptions {
  readonly keymap: Keymap;
  readonly styles: SelectStyles;
  readonly items?: readonly SelectItem[];
  readonly filter?: SelectFilter;
  readonly maxRows?: number;
  /** Widest label beside a description. Default 32. */
  readonly maxLabelColumns?: number;
  readonly emptyNote?: string;
  readonly onSelect?: (item: SelectItem) => void;
  readonly onCancel?: () => void;
  readonly onHighlight?: (item: SelectItem) => void;
}

const MARKER = "→ ";
const MAX_LABEL_COLUMNS = 32;
const MIN_DESCRIPTION_COLUMNS = 8;

/** The list. */
export class SelectList implements Focusable {
  isFocused = false;
  readonly #options: SelectListOptions;
  #items: readonly SelectItem[];
  #shown: readonly SelectItem[];
  #query = "";
  #index = 0;

  constructor(options: SelectListOptions) {
    this.#options = options;
    this.#items = options.items ?? [];
    this.#shown = this.#items;
  }

  /** The entry the marker is on. */
  get highlighted(): SelectItem | undefined {
    return this.#shown[this.#index];
  }

  /** Replaces the entries; the marker stays on the same value where it can. */
  setItems(items: readonly SelectItem[]): void {
    const value = this.highlighted?.value;
    this.#items = items;
    this.#refilter(value);
  }

  /** Narrows the list to what fits the query. */
  setQuery(query: string): void {
    this.#query = query;
    this.#refilter(undefined);
  }

  /** Puts the marker on a value. */
  highlight(value: string): void {
    this.#index = Math.max(
      0,
      this.#shown.findIndex((item) => item.value === value),
    );
  }

  render(width: number): readonly string[] {
    const { styles, maxRows = 8, emptyNote = "No matches" } = this.#options;
    if (this.#shown.length === 0)
      return [truncate(styles.note(`  ${displayLine(emptyNote)}`), width)];
    const start = windowStart(this.#index, this.#shown.length, maxRows);
    const visible = this.#shown.slice(start, start + maxRows);
    const labelColumns = Math.min(
      this.#options.maxLabelColumns ?? MAX_LABEL_COLUMNS,
      Math.max(...visible.map((item) => visibleWidth(displayLine(item.label)))),
    );
    const rows = visible.map((item, offset) =>
      this.#row(item, start + offset === this.#index, labelColumns, width),
    );
    if (this.#shown.length <= maxRows) return rows;
    return [...rows, truncate(styles.note(`  (${this.#index + 1}/${this.#shown.length})`), width)];
  }

  handleInput(event: InputEvent): boolean {
    if (event.type !== "key") return false;
    const { keymap, maxRows = 8 } = this.#options;
    switch (keymap.actionFor(event, SELECT_SCOPE)) {
      case "tui.select.up":
        this.#move(this.#index === 0 ? this.#shown.length - 1 : this.#index - 1);
        return true;
      case "tui.select.down":
        this.#move(this.#index >= this.#shown.length - 1 ? 0 : this.#index + 1);
        return true;
      case "tui.select.pageUp":
        this.#move(this.#index - maxRows);
        return true;
      case "tui.select.pageDown":
        this.#move(this.#index + maxRows);
        return true;
      case "tui.select.confirm":
        if (this.highlighted !== undefined) this.#options.onSelect?.(this.highlighted);
        return true;
      case "tui.select.cancel":
        this.#options.onCancel?.();
        return true;
      default:
        return false;
    }
  }

  invalidate(): void {}

  #move(index: number): void {
    this.#index = Math.max(0, Math.min(index, this.#shown.length - 1));
    if (this.highlighted !== undefined) this.#options.onHighlight?.(this.highlighted);
  }

  #refilter(value: string | undefined): void {
    const { filter } = this.#options;
    this.#shown =
      this.#query === "" || filter === undefined ? this.#items : filter(this.#items, this.#query);
    this.#index = Math.max(
      0,
      this.#shown.findIndex((item) => item.value === value),
    );
  }

  #row(item: SelectItem, isSelected: boolean, labelColumns: number, width: number): string {
    const { styles } = this.#options;
    const label = truncate(displayLine(item.label), labelColumns);
    const marker = isSelected ? MARKER : "  ";
    const style = isSelected ? styles.selected : (text: string) => text;
    const room = width - visibleWidth(MARKER) - labelColumns - 2;
    if (item.description === undefined || room < MIN_DESCRIPTION_COLUMNS) {
      return style(truncate(marker + label, width));
    }
    const description = styles.description(truncate(displayLine(item.description), room));
    return `${style(marker + padColumns(label, labelColumns))}  ${description}`;
  }
}

/** First shown index, so that the marked one is near the middle. */
function windowStart(index: number, count: number, rows: number): number {
  return Math.max(0, Math.min(index - (rows >> 1), count - rows));
}
