// The terminal as a face of a session: keys become what is sent to it, its events become what is shown.
import type { ApprovalAnswer, ApprovalQuestion } from "@oh-my-pi/pi-agent-core/tool-policy";
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { Container } from "@oh-my-pi/pi-tui/container";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { Loader } from "@oh-my-pi/pi-tui/loader";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import type { Session } from "../../session/session.ts";
import { createApprovalDialog } from "./approval-dialog.ts";
import type { ViewKit } from "./views/item-views.ts";
import { createLooks, type Looks } from "./looks.ts";
import { Presenter } from "./views/presenter.ts";
import { StatusLine } from "./views/status-line.ts";
import { reduceUi } from "./state/reduce-ui.ts";
import { INITIAL, type UiState } from "./state/ui-state.ts";

/** What the face needs beside its session. */
export interface InteractiveOptions {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly welcome: string;
  /** Said at once, one after the other. */
  readonly messages: readonly string[];
  /** What an empty first prompt stands for, as in the tour. */
  readonly emptyMeans?: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
  /** Where tool calls that need a yes are asked about. */
  readonly desk: ApprovalDesk;
}

const QUIT_WINDOW_MS = 500;
const HELP =
  "Enter sends, Shift+Enter breaks the line, Esc stops the model, Ctrl+C twice or Ctrl+D leaves.";

/** Talks until the user leaves. */
export async function runInteractive(
  session: Session,
  options: InteractiveOptions,
): Promise<ExitName> {
  const capabilities = detectCapabilities(options.env);
  const looks = createLooks(capabilities);
  const kit = { looks, lexer: await loadMarkdownLexer(), hasHyperlinks: capabilities.hyperlinks };
  const face = new Face(session, options, kit, capabilities.resize);
  await face.run();
  return "ok";
}

/** One conversation on one terminal. */
class Face {
  readonly #session: Session;
  readonly #options: InteractiveOptions;
  readonly #looks: Looks;
  readonly #tui: Tui;
  readonly #editor: Editor;
  readonly #status: StatusLine;
  readonly #working = new Container();
  readonly #presenter: Presenter;
  readonly #keymap = createKeymap(WIDGET_ACTIONS).keymap;
  readonly #left = Promise.withResolvers<void>();
  #state = INITIAL;
  #emptyMeans: string | undefined;
  #lastInterruptMs = Number.NEGATIVE_INFINITY;

  constructor(
    session: Session,
    options: InteractiveOptions,
    kit: ViewKit,
    resize: ReturnType<typeof detectCapabilities>["resize"],
  ) {
    this.#session = session;
    this.#options = options;
    this.#looks = kit.looks;
    this.#emptyMeans = options.emptyMeans;
    const { terminal } = options;
    this.#tui = new Tui({ terminal, resize, onInput: (event) => this.#onInput(event) });
    this.#presenter = new Presenter(this.#tui.transcript, kit);
    this.#editor = new Editor({
      host: this.#tui,
      keymap: this.#keymap,
      placeholder: options.emptyMeans === undefined ? "Ask anything" : "Press Enter, or type",
      styles: kit.looks.editor,
      onSubmit: (text) => this.#submit(text),
    });
    const { provider, id, contextWindow } = session.model;
    const facts = { model: `${provider}/${id}`, cwd: session.log.header.cwd, contextWindow };
    this.#status = new StatusLine(facts, kit.looks);
  }

  async run(): Promise<void> {
    const { leave, messages, welcome } = this.#options;
    leave.addEventListener("abort", () => this.#left.resolve(), { once: true });
    this.#tui.chrome.set([this.#working, this.#editor, this.#status]);
    this.#tui.focus(this.#editor);
    this.#status.update(this.#state);
    const unsubscribe = this.#session.on((event) => this.#dispatch(event));
    this.#options.desk.attend((question, signal) => this.#ask(question, signal));
    this.#tui.start();
    this.#notice("info", welcome);
    for (const message of messages) await Promise.race([this.#say(message), this.#left.promise]);
    await this.#left.promise;
    unsubscribe();
    await this.#session.abort();
    await this.#tui.stop();
  }

  #dispatch(event: Parameters<typeof reduceUi>[1]): void {
    const before = this.#state;
    this.#state = reduceUi(before, event);
    this.#presenter.show(this.#state.story);
    this.#status.update(this.#state);
    if (before.isRunning !== this.#state.isRunning)
      this.#working.set(this.#workingLine(this.#state));
    this.#tui.requestRender();
  }

  #workingLine({ isRunning }: UiState): Loader[] {
    if (!isRunning) return [];
    const { accent, muted } = this.#looks;
    return [new Loader(this.#tui, "Working, Esc stops", { style: accent, messageStyle: muted })];
  }

  /** Shows the question in place of the editor until it is answered or its call is given up. */
  #ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer> {
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer>();
    const dialog = createApprovalDialog(question, this.#looks, this.#keymap, resolve);
    this.#tui.chrome.set([this.#working, dialog.component, this.#status]);
    this.#tui.focus(dialog.focus);
    signal.addEventListener("abort", () => resolve({ allowed: false }), { once: true });
    return promise.finally(() => {
      this.#tui.chrome.set([this.#working, this.#editor, this.#status]);
      this.#tui.focus(this.#editor);
    });
  }

  #notice(tone: "info" | "error", text: string): void {
    this.#dispatch({ type: "notice", tone, text });
  }

  async #say(text: string): Promise<void> {
    try {
      await this.#session.prompt(text);
    } catch (error) {
      this.#notice("error", error instanceof Error ? error.message : String(error));
    }
  }

  async #steer(text: string): Promise<void> {
    this.#dispatch({ type: "queued", queued: { text, mode: "steer" } });
    try {
      await this.#session.steer(text);
    } catch (error) {
      this.#notice("error", error instanceof Error ? error.message : String(error));
    }
  }

  #submit(typed: string): void {
    const text = typed.trim() || this.#emptyMeans;
    this.#emptyMeans = undefined;
    if (text === undefined) return;
    if (text === "/exit" || text === "/quit") this.#left.resolve();
    else if (text === "/help") this.#notice("info", HELP);
    else if (this.#session.isRunning) void this.#steer(text);
    else void this.#say(text);
  }

  /** Keys that mean something wherever the focus is; true when one was used. */
  #onInput(event: InputEvent): boolean {
    if (event.type !== "key") return false;
    if (event.chord === "escape" && this.#session.isRunning) {
      void this.#session.abort();
      return true;
    }
    if (event.chord === "ctrl+d" && this.#editor.text === "") {
      this.#left.resolve();
      return true;
    }
    if (event.chord !== "ctrl+c") return false;
    this.#interrupt();
    return true;
  }

  /** Ctrl+C: twice leaves; once empties the editor, else stops the run. */
  #interrupt(): void {
    const isSecond = this.#tui.now() - this.#lastInterruptMs < QUIT_WINDOW_MS;
    this.#lastInterruptMs = this.#tui.now();
    if (isSecond) this.#left.resolve();
    else if (this.#editor.text !== "") this.#editor.setText("");
    else if (this.#session.isRunning) void this.#session.abort();
    else this.#notice("info", "Press Ctrl+C again to leave.");
  }
}
