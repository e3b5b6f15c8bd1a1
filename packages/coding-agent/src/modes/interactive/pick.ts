// The one way to choose from a list: a title, a field that narrows it, the entries, and the keys that work. A list may
// have tabs, and keys of its own.
import { scoreFuzzy } from "@oh-my-pi/pi-natives/fuzzy";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Input } from "@oh-my-pi/pi-tui/input";
import type { InputEvent, KeyEvent } from "@oh-my-pi/pi-tui/input-event";
import { type SelectFilter, type SelectItem, SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import { TabBar } from "@oh-my-pi/pi-tui/widgets/tab-bar";
import type { Dialog, Face } from "./face.ts";
import { editorStyles } from "./theming/looks.ts";

export interface PickOptions {
  /** A function where it changes while the list is open. */
  readonly title: string | (() => string);
  readonly items: readonly SelectItem[];
  /** The value that the marker stands on at first. */
  readonly current?: string;
  /** What is typed already. */
  readonly query?: string;
  readonly emptyNote?: string;
  /** What the keys do, below the list. */
  readonly hint?: string;
  readonly maxRows?: number;
  readonly maxLabelColumns?: number;
  /** Orders and drops entries; fuzzy by label and description unless given. */
  readonly filter?: SelectFilter;
  /** Parts of the list; `items` are those of the first. */
  readonly tabs?: readonly PickTab[];
  /** Hears of each entry that the marker comes to, for a preview. */
  readonly onHighlight?: (value: string) => void;
  /** Hears of each change of what is typed; with it, `filter` has nothing to do. */
  readonly onQuery?: (list: PickedList) => void;
  /** Keys beyond those of every list; true when one was used. */
  readonly onKey?: (event: KeyEvent, list: PickedList) => boolean;
  readonly signal?: AbortSignal;
}

export interface PickTab {
  readonly label: string;
  readonly items: readonly SelectItem[];
}

/** The list while it is open. */
export interface PickedList {
  readonly highlighted: string | undefined;
  readonly query: string;
  setItems(items: readonly SelectItem[]): void;
  highlight(value: string): void;
  /** Closes the list as if the value was chosen. */
  choose(value: string): void;
}

const MIN_ROWS = 5;
const HINT = "Enter chooses, Esc closes";

/** Asks for one of the items; undefined when none was chosen. */
export function pick(face: Face, options: PickOptions): Promise<string | undefined> {
  return face.show<string>((done) => pickDialog(face, options, done), options.signal);
}

function pickDialog(face: Face, options: PickOptions, done: (value?: string) => void): Dialog {
  const { keymap } = face;
  // A preview changes the looks while the list is open.
  const accent = (text: string): string => face.looks.accent(text);
  const muted = (text: string): string => face.looks.muted(text);
  const { onHighlight, emptyNote, maxLabelColumns, tabs = [], hint = HINT } = options;
  const list = new SelectList({
    keymap,
    styles: editorStyles(() => face.looks.editor),
    items: options.items,
    filter: options.filter ?? byFuzzyScore,
    maxRows: options.maxRows ?? Math.max(MIN_ROWS, Math.floor(face.machine.rows() / 2) - 2),
    ...(maxLabelColumns !== undefined && { maxLabelColumns }),
    ...(emptyNote !== undefined && { emptyNote }),
    onSelect: ({ value }) => done(value),
    onCancel: () => done(),
    ...(onHighlight && { onHighlight: ({ value }) => onHighlight(value) }),
  });
  if (options.current !== undefined) list.highlight(options.current);
  const field = new Input({
    keymap,
    placeholder: "type to narrow",
    placeholderStyle: muted,
    onChange: (query) => {
      if (options.onQuery === undefined) list.setQuery(query);
      else options.onQuery(opened);
      if (list.highlighted !== undefined) onHighlight?.(list.highlighted.value);
    },
  });
  const bar = new TabBar({
    tabs: tabs.map(({ label }, at) => ({ id: String(at), label })),
    active: (text) => face.looks.bold(accent(text)),
    inactive: muted,
    onChange: ({ id }) => list.setItems(tabs[Number(id)]?.items ?? []),
  });
  const opened: PickedList = {
    get highlighted() {
      return list.highlighted?.value;
    },
    get query() {
      return field.text;
    },
    setItems: (items) => list.setItems(items),
    highlight: (value) => list.highlight(value),
    choose: done,
  };
  if (options.query) field.setText(options.query);
  const handle = (event: InputEvent): boolean => {
    if (event.type === "key" && event.action !== "release") {
      if (options.onKey?.(event, opened) === true) return true;
      const isTab = event.chord === "tab" || event.chord === "shift+tab";
      if (tabs.length > 0 && isTab) return bar.handleInput(event);
    }
    return list.handleInput(event) || field.handleInput(event);
  };
  const keys = tabs.length > 0 ? `${hint}, Tab shows others` : hint;
  const parts = [
    titleView(options.title, (text) => face.looks.bold(accent(text))),
    ...(tabs.length > 0 ? [bar] : []),
    field,
    list,
    new Text(keys, { style: muted }),
  ];
  return { component: new Container(...parts), focus: focusOf(field, handle) };
}

/** A title that is asked for anew in each frame. */
function titleView(title: PickOptions["title"], style: (text: string) => string): Component {
  const text = new Text("", { style });
  return {
    render: (width) => {
      text.setText(typeof title === "string" ? title : title());
      return text.render(width);
    },
    invalidate: () => text.invalidate(),
  };
}

/** Something that has the keys for a field and decides what they mean. */
export function focusOf(
  field: { isFocused: boolean },
  handleInput: (event: InputEvent) => boolean,
): Component & { isFocused: boolean } {
  return {
    get isFocused() {
      return field.isFocused;
    },
    set isFocused(isFocused: boolean) {
      field.isFocused = isFocused;
    },
    render: () => [],
    handleInput,
    invalidate: () => {},
  };
}

/** Entries whose label or description fits, the best first. */
function byFuzzyScore(items: readonly SelectItem[], query: string): readonly SelectItem[] {
  return items
    .map((item) => ({
      item,
      score: Math.max(
        scoreFuzzy(query, item.label)?.score ?? Number.NEGATIVE_INFINITY,
        (scoreFuzzy(query, item.description ?? "")?.score ?? Number.NEGATIVE_INFINITY) / 2,
      ),
    }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((left, right) => right.score - left.score)
    .map(({ item }) => item);
}
