/** The multi-line text editor as a component: keys become actions of the reducer, the state becomes lines. */
import type { Focusable, RenderHost } from "../render/component.ts";
import { EDITOR_SCOPE } from "../terminal/default-actions.ts";
import type { InputEvent, KeyEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { truncate } from "../text/slice.ts";
import type { Style } from "../theme/theme.ts";
import type { SelectItem, SelectStyles } from "../widgets/select-list.ts";
import { DEFAULT_TAB_WIDTH, displayLine } from "../widgets/text.ts";
import type { CompletionProvider } from "./completion.ts";
import { CompletionMenu } from "./completion-menu.ts";
import { createEditorState, type EditorState, isEmpty } from "./editor-state.ts";
import { viewEditor } from "./editor-view.ts";
import { actionForKey } from "./key-actions.ts";
import type { RowPlace } from "./motion.ts";
import { type EditorAction, editorText, reduceEditor } from "./reduce.ts";

/** Looks of an editor. */
export interface EditorStyles extends SelectStyles {
  readonly border: Style;
  readonly placeholder: Style;
  /** Draws a caret of its own, for when the terminal's cursor is hidden. */
  readonly caret?: Style;
}

/** Options of {@link Editor}. */
export interface EditorOptions {
  readonly host: RenderHost;
  readonly keymap: Keymap;
  readonly styles: EditorStyles;
  /** Most rows of text that are shown at once. Default 10. */
  readonly maxRows?: number;
  readonly placeholder?: string;
  readonly tabWidth?: number;
  readonly completion?: CompletionProvider;
  /** Most proposals that are shown at once. Default 8. */
  readonly maxProposals?: number;
  readonly history?: readonly string[];
  readonly onSubmit?: (text: string) => void;
  readonly onChange?: (text: string) => void;
}

/** A text editor with borders above and below. */
export class Editor implements Focusable {
  isFocused = false;
  /** Replaces the look of the borders while set, to show a mode. */
  borderStyle: Style | undefined;
  /** Stands there while nothing is typed. */
  placeholder: string | undefined;
  readonly #options: EditorOptions;
  readonly #menu: CompletionMenu | undefined;
  #state: EditorState;
  #top: RowPlace = { line: 0, row: 0 };
  #columns = 80;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.placeholder = options.placeholder;
    this.#state = createEditorState(options.history);
    if (options.completion !== undefined) {
      this.#menu = new CompletionMenu({
        host: options.host,
        keymap: options.keymap,
        styles: options.styles,
        provider: options.completion,
        ...(options.maxProposals !== undefined && { maxRows: options.maxProposals }),
        onChoose: (item, start) => this.#insertCompletion(item, start),
      });
    }
  }

  /** The state, for whoever wants to look. */
  get state(): EditorState {
    return this.#state;
  }

  /** The text, with pasted texts in full. */
  get text(): string {
    return editorText(this.#state);
  }

  /** Replaces the text. */
  setText(text: string): void {
    this.dispatch({ type: "set", text });
    this.#menu?.close();
  }

  /** Lets an action happen. */
  dispatch(action: EditorAction): void {
    const before = this.#state;
    this.#state = reduceEditor(before, action);
    if (this.#state.lines !== before.lines) this.#options.onChange?.(this.text);
    this.#options.host.requestRender();
  }

  render(width: number): readonly string[] {
    const { styles, maxRows = 10 } = this.#options;
    const border = this.borderStyle ?? styles.border;
    this.#columns = Math.max(1, width - 1);
    const hint = this.#hint();
    const view = viewEditor(this.#state, {
      layout: this.#layout(),
      maxRows,
      top: this.#top,
      hasCaret: this.isFocused,
      ...(styles.caret === undefined ? {} : { drawCaret: styles.caret }),
      ...(hint === undefined
        ? {}
        : { hint: styles.placeholder(truncate(displayLine(hint), this.#columns)) }),
    });
    this.#top = view.top;
    return [
      border(edge(width, view.hasMoreAbove ? "↑" : "─")),
      ...view.rows,
      border(edge(width, view.hasMoreBelow ? "↓" : "─")),
      ...(this.#menu?.render(width) ?? []),
    ];
  }

  handleInput(event: InputEvent): boolean {
    if (event.type === "paste") {
      this.dispatch({ type: "paste", text: event.text });
      this.#menu?.close();
      return true;
    }
    return event.type === "key" && this.#handleKey(event);
  }

  invalidate(): void {}

  #handleKey(event: KeyEvent): boolean {
    if (this.#menu?.handleKey(event) === true) return true;
    const id = this.#options.keymap.actionFor(event, EDITOR_SCOPE);
    if (id === "tui.input.submit") return this.#submit();
    if (id === "tui.input.tab") return this.#complete();
    const page = this.#options.maxRows ?? 10;
    const action = actionForKey(id, event, { rows: page, layout: this.#layout() });
    if (action === undefined) return this.#cancelJump(event);
    this.dispatch(action);
    if (action.type === "insert" || action.type === "delete")
      this.#menu?.ask(this.#state, "typing");
    else this.#menu?.close();
    return true;
  }

  #submit(): boolean {
    const { text } = this;
    this.#menu?.close();
    this.dispatch({ type: "remember", text });
    this.dispatch({ type: "set", text: "" });
    this.#options.onSubmit?.(text);
    return true;
  }

  #complete(): boolean {
    this.#menu?.ask(this.#state, "tab");
    return this.#menu !== undefined;
  }

  #cancelJump(event: KeyEvent): boolean {
    if (this.#state.jump === undefined || event.chord !== "escape") return false;
    this.#state = { ...this.#state, jump: undefined };
    return true;
  }

  #insertCompletion(item: SelectItem, start: number): void {
    const end = this.#state.cursor;
    const range = { start: { line: end.line, column: Math.min(start, end.column) }, end };
    this.dispatch({ type: "replace", range, text: item.value });
  }

  #hint(): string | undefined {
    if (isEmpty(this.#state)) return this.placeholder;
    return this.#options.completion?.hint?.({
      lines: this.#state.lines,
      cursor: this.#state.cursor,
    });
  }

  #layout() {
    const tabWidth = this.#options.tabWidth ?? DEFAULT_TAB_WIDTH;
    return { columns: this.#columns, tabWidth, pastes: this.#state.pastes, known: new Map() };
  }
}

function edge(width: number, mark: string): string {
  return width < 3 ? "─".repeat(width) : `─${mark}${"─".repeat(width - 2)}`;
}
