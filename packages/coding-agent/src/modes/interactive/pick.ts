// The one way to choose from a list: a title, a field that narrows it, the entries, and the keys that work.
import { scoreFuzzy } from "@oh-my-pi/pi-natives/fuzzy";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Input } from "@oh-my-pi/pi-tui/input";
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { type SelectItem, SelectList } from "@oh-my-pi/pi-tui/select-list";
import { Text } from "@oh-my-pi/pi-tui/text";
import type { Dialog, Face } from "./face.ts";

export interface PickOptions {
  readonly title: string;
  readonly items: readonly SelectItem[];
  /** The value that the marker stands on at first. */
  readonly current?: string;
  /** What is typed already. */
  readonly query?: string;
  readonly emptyNote?: string;
  /** Hears of each entry that the marker comes to, for a preview. */
  readonly onHighlight?: (value: string) => void;
  readonly signal?: AbortSignal;
}

const MAX_ROWS = 10;

/** Asks for one of the items; undefined when none was chosen. */
export function pick(face: Face, options: PickOptions): Promise<string | undefined> {
  return face.show<string>((done) => pickDialog(face, options, done), options.signal);
}

function pickDialog(face: Face, options: PickOptions, done: (value?: string) => void): Dialog {
  const { keymap, looks } = face;
  const { onHighlight, emptyNote } = options;
  const list = new SelectList({
    keymap,
    styles: looks.editor,
    items: options.items,
    filter: byFuzzyScore,
    maxRows: MAX_ROWS,
    ...(emptyNote !== undefined && { emptyNote }),
    onSelect: ({ value }) => done(value),
    onCancel: () => done(),
    ...(onHighlight && { onHighlight: ({ value }) => onHighlight(value) }),
  });
  if (options.current !== undefined) list.highlight(options.current);
  const field = new Input({
    keymap,
    placeholder: "type to narrow, Enter chooses, Esc closes",
    placeholderStyle: looks.muted,
    onChange: (query) => list.setQuery(query),
  });
  if (options.query) field.setText(options.query);
  const focus = {
    get isFocused() {
      return field.isFocused;
    },
    set isFocused(isFocused: boolean) {
      field.isFocused = isFocused;
    },
    render: () => [],
    handleInput: (event: InputEvent) => list.handleInput(event) || field.handleInput(event),
    invalidate: () => {},
  };
  const title = new Text(options.title, { style: looks.accent });
  return { component: new Container(title, field, list), focus };
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
