/** The open list of proposals of an editor: asks the provider, ignores late answers, and gives the choice back. */
import type { RenderHost } from "../render/component.ts";
import type { InputEvent, KeyEvent } from "../terminal/input-event.ts";
import type { Keymap } from "../terminal/keymap.ts";
import { type SelectItem, SelectList, type SelectStyles } from "../widgets/select-list.ts";
import type { Completion, CompletionProvider, CompletionRequest } from "./completion.ts";
import type { EditorState } from "./editor-state.ts";

/** What the menu needs. */
export interface CompletionMenuOptions {
  readonly host: RenderHost;
  readonly keymap: Keymap;
  readonly styles: SelectStyles;
  readonly provider: CompletionProvider;
  readonly maxRows?: number;
  /** Called with what was chosen and the column where it starts. */
  readonly onChoose: (item: SelectItem, start: number) => void;
}

/** The menu; without proposals it is closed and takes no room. */
export class CompletionMenu {
  readonly #options: CompletionMenuOptions;
  readonly #list: SelectList;
  #start = 0;
  /** What stands where the choice will go. */
  #typed = "";
  #isOpen = false;
  #asking: AbortController | undefined;

  constructor(options: CompletionMenuOptions) {
    this.#options = options;
    this.#list = new SelectList({
      keymap: options.keymap,
      styles: options.styles,
      ...(options.maxRows !== undefined && { maxRows: options.maxRows }),
      onSelect: (item) => this.#choose(item),
      onCancel: () => this.close(),
    });
  }

  /** True while proposals are shown. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Asks for proposals; on Tab a single one is taken at once. */
  ask(state: EditorState, reason: CompletionRequest["reason"]): void {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#typed = (state.lines[state.cursor.line] ?? "").slice(0, state.cursor.column);
    const request = { lines: state.lines, cursor: state.cursor, reason };
    const answer = this.#options.provider.complete(request, asking.signal);
    if (!(answer instanceof Promise)) {
      this.#show(answer, reason);
      return;
    }
    const settled = (completion: Completion | undefined) => {
      if (asking.signal.aborted) return;
      this.#show(completion, reason);
      this.#options.host.requestRender();
    };
    // A provider that fails has no proposals; what went wrong is its own business to report.
    answer.then(settled, () => settled(undefined));
  }

  /** Closes the list and forgets open questions. */
  close(): void {
    this.#asking?.abort();
    this.#isOpen = false;
  }

  /** Takes the keys of the open list; true when one was used. */
  handleKey(event: KeyEvent): boolean {
    if (!this.#isOpen) return false;
    if (this.#options.keymap.matches(event, "tui.input.tab")) {
      if (this.#list.highlighted !== undefined) this.#choose(this.#list.highlighted);
      return true;
    }
    if (this.#options.keymap.matches(event, "tui.select.confirm") && this.#isTyped()) {
      this.close();
      return false;
    }
    return this.#list.handleInput(event satisfies InputEvent);
  }

  render(width: number): readonly string[] {
    return this.#isOpen ? this.#list.render(width) : [];
  }

  /** What the marker stands on is there already: Enter means the text, not the list. */
  #isTyped(): boolean {
    return this.#list.highlighted?.value.trimEnd() === this.#typed.slice(this.#start);
  }

  #show(completion: Completion | undefined, reason: CompletionRequest["reason"]): void {
    const items = completion?.items ?? [];
    const [only] = items;
    this.#start = completion?.start ?? 0;
    this.#isOpen = items.length > 0;
    this.#list.setItems(items);
    if (reason === "tab" && items.length === 1 && only !== undefined) this.#choose(only);
  }

  #choose(item: SelectItem): void {
    this.close();
    this.#options.onChoose(item, this.#start);
  }
}
