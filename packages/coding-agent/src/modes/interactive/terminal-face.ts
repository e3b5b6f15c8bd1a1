// One conversation on one terminal: keys become actions, texts become prompts or commands, events become state, and
// state becomes lines.
import type { ApprovalAnswer, AskApproval } from "@oh-my-pi/pi-agent-core/tool-policy";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import type { InputEvent, KeyEvent } from "@oh-my-pi/pi-tui/input-event";
import type { Keymap } from "@oh-my-pi/pi-tui/keymap";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import type { Settings } from "../../settings/settings.ts";
import { createApprovalDialog } from "./approval-dialog.ts";
import { Dialogs } from "./dialogs.ts";
import type { DialogBuilder, Face } from "./face.ts";
import type { Keys } from "./keys.ts";
import type { Looks } from "./looks.ts";
import { openScreen } from "./open-screen.ts";
import { Speech } from "./speech.ts";
import { historyItems } from "./state/history-items.ts";
import type { NoticeItem } from "./state/item.ts";
import { type Intent, reduceUi } from "./state/reduce-ui.ts";
import { INITIAL, type UiState } from "./state/ui-state.ts";
import type { FaceOptions, FaceSessions } from "./face-options.ts";
import { Chrome } from "./views/chrome.ts";
import { Presenter } from "./views/presenter.ts";

const DOUBLE_PRESS_MS = 500;

export class TerminalFace implements Face {
  readonly sessions: FaceSessions;
  readonly tui: Tui;
  readonly editor: Editor;
  readonly keymap: Keymap;
  readonly looks: Looks;
  readonly #options: FaceOptions;
  readonly #keys: Keys;
  readonly #presenter: Presenter;
  readonly #chrome: Chrome;
  readonly #dialogs: Dialogs;
  readonly #speech: Speech;
  readonly #left = Promise.withResolvers<void>();
  #state = INITIAL;
  #lastPress = { id: "", atMs: Number.NEGATIVE_INFINITY };

  constructor(options: FaceOptions) {
    const { terminal, kit, keys, resize } = options;
    this.#options = options;
    this.#keys = keys;
    this.sessions = options.sessions;
    this.keymap = keys.keymap;
    this.looks = kit.looks;
    this.tui = new Tui({ terminal, resize, onInput: (event) => this.#onInput(event) });
    this.#presenter = new Presenter(this.tui.transcript, kit);
    this.#speech = new Speech(this, options.emptyMeans);
    this.editor = new Editor({
      host: this.tui,
      keymap: keys.keymap,
      placeholder: options.emptyMeans === undefined ? "Ask anything" : "Press Enter, or type",
      styles: kit.looks.editor,
      onSubmit: (text) => this.submit(text),
    });
    this.#chrome = new Chrome(this);
    this.#dialogs = new Dialogs((top) => this.#chrome.show(top));
  }

  get settings(): Settings {
    return this.sessions.held.settings;
  }

  get state(): UiState {
    return this.#state;
  }

  /** Talks until the user leaves. */
  async run(): Promise<void> {
    const { leave, messages, welcome, keys } = this.#options;
    leave.addEventListener("abort", () => this.leave(), { once: true });
    this.#chrome.show(undefined);
    const unsubscribe = this.sessions.on((event) => this.#step(event));
    const unwatch = this.sessions.onChange(() => this.#takeSession());
    this.tui.start();
    this.#takeSession();
    this.notice("info", welcome);
    for (const problem of keys.problems) this.notice("warning", `keybindings.json: ${problem}`);
    for (const message of messages)
      await Promise.race([this.#speech.say(message), this.#left.promise]);
    await this.#left.promise;
    unsubscribe();
    unwatch();
    await this.sessions.current.abort();
    await this.tui.stop();
  }

  dispatch(intent: Intent): void {
    this.#step(intent);
  }

  notice(tone: NoticeItem["tone"], text: string): void {
    this.#step({ type: "notice", tone, text });
  }

  show<Value>(build: DialogBuilder<Value>, signal?: AbortSignal): Promise<Value | undefined> {
    return this.#dialogs.show(build, signal);
  }

  openScreen(name: string, argument = ""): boolean {
    return openScreen(name, this, argument);
  }

  submit(text: string): void {
    void this.#speech.submit(text);
  }

  leave(): void {
    this.#left.resolve();
  }

  #step(event: Parameters<typeof reduceUi>[1]): void {
    this.#state = reduceUi(this.#state, event);
    this.#presenter.show(this.#state.story);
    this.#chrome.update();
    this.tui.requestRender();
  }

  /** Shows the session that is current now, from its beginning. */
  #takeSession(): void {
    this.sessions.held.desk.attend((question, signal) => this.#ask(question, signal));
    const { messages } = this.sessions.current;
    const items = historyItems(messages);
    if (items.length === 0 && this.#state.story.settled === undefined) return;
    this.tui.clear();
    this.#presenter.restart();
    this.#step({ type: "restarted", items, tokens: 0, cost: 0 });
  }

  /** Shows the question in place of the editor until it is answered or its call is given up. */
  async #ask(...[question, signal]: Parameters<AskApproval>): ReturnType<AskApproval> {
    const answer = await this.show<ApprovalAnswer>(
      (done) => createApprovalDialog(question, this.looks, this.keymap, done),
      signal,
    );
    return answer ?? { allowed: false };
  }

  /** Keys that mean something wherever the focus is; true when one was used. */
  #onInput(event: InputEvent): boolean {
    if (event.type !== "key" || this.#dialogs.top !== undefined) return false;
    return this.#act(event);
  }

  #act(event: KeyEvent): boolean {
    const action = this.#keys.actionFor(event);
    if (action === undefined) return false;
    const atMs = this.tui.now();
    const isDouble =
      this.#lastPress.id === action.id && atMs - this.#lastPress.atMs < DOUBLE_PRESS_MS;
    this.#lastPress = { id: action.id, atMs };
    return action.run(this, { isDouble }) !== false;
  }
}
