/** A text field of one line that scrolls sideways. It shares its behaviour with the editor. */
import { createEditorState, type EditorState, lineAt } from "./editor-state.ts";
import { actionForKey } from "./key-actions.ts";
import { displayUnit } from "./layout.ts";
import { type EditorAction, editorText, reduceEditor } from "./reduce.ts";
import { unitsOf } from "./units.ts";
import { CURSOR_MARKER, type Focusable } from "../render/component.ts";
import { EDITOR_SCOPE } from "../terminal/default-actions.ts";
import type { InputEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { sliceColumns, truncate } from "../text/slice.ts";
import { visibleWidth } from "../text/width.ts";
import type { Style } from "../theme/theme.ts";
import { DEFAULT_TAB_WIDTH, displayLine } from "../widgets/text.ts";

/** Options of {@link Input}. */
export interface InputOptions {
  readonly keymap: Keymap;
  /** Stands before the text. */
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly placeholderStyle?: Style;
  /** Shows this character instead of what was typed, for secrets. */
  readonly mask?: string;
  readonly onSubmit?: (text: string) => void;
  readonly onCancel?: () => void;
  readonly onChange?: (text: string) => void;
}

/** The field. */
export class Input implements Focusable {
  isFocused = false;
  readonly #options: InputOptions;
  #state: EditorState = createEditorState();
  #scroll = 0;

  constructor(options: InputOptions) {
    this.#options = options;
  }

  /** What is written. */
  get text(): string {
    return editorText(this.#state);
  }

  /** Replaces what is written. */
  setText(text: string): void {
    this.#dispatch({ type: "set", text: oneLine(text) });
  }

  render(width: number): readonly string[] {
    const { placeholder = "", placeholderStyle } = this.#options;
    const prompt = displayLine(this.#options.prompt ?? "> ");
    const room = Math.max(1, width - visibleWidth(prompt) - 1);
    const caret = this.isFocused ? CURSOR_MARKER : "";
    if (this.text === "") {
      const note = truncate(displayLine(placeholder), room);
      return [prompt + caret + (placeholderStyle?.(note) ?? note)];
    }
    const before = this.#shown(0, this.#state.cursor.column);
    const all = before + this.#shown(this.#state.cursor.column, undefined);
    const column = visibleWidth(before);
    this.#scroll = Math.max(Math.min(this.#scroll, column), column - room);
    const left = sliceColumns(all, this.#scroll, column);
    const right = sliceColumns(all, column, this.#scroll + room + 1);
    return [prompt + left + caret + right];
  }

  handleInput(event: InputEvent): boolean {
    if (event.type === "paste") {
      this.#dispatch({ type: "insert", text: oneLine(event.text) });
      return true;
    }
    if (event.type !== "key") return false;
    const { keymap, onSubmit, onCancel } = this.#options;
    if (keymap.matches(event, "tui.input.submit")) {
      onSubmit?.(this.text);
      return true;
    }
    if (keymap.matches(event, "tui.select.cancel")) {
      onCancel?.();
      return onCancel !== undefined;
    }
    const id = keymap.actionFor(event, EDITOR_SCOPE);
    const layout = { columns: Number.MAX_SAFE_INTEGER, tabWidth: DEFAULT_TAB_WIDTH };
    const action =
      id === "tui.input.newLine" ? undefined : actionForKey(id, event, { rows: 1, layout });
    if (action === undefined || action.type === "vertical") return false;
    this.#dispatch(action);
    return true;
  }

  invalidate(): void {}

  #shown(start: number, end: number | undefined): string {
    const { mask } = this.#options;
    return unitsOf(lineAt(this.#state, 0).slice(start, end), {})
      .map((unit) => mask ?? displayUnit(unit.text, DEFAULT_TAB_WIDTH))
      .join("");
  }

  #dispatch(action: EditorAction): void {
    const before = this.#state;
    this.#state = reduceEditor(before, action);
    if (this.#state.lines !== before.lines) this.#options.onChange?.(this.text);
  }
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
