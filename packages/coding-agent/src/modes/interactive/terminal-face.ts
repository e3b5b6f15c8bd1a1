// One conversation on one terminal: keys become actions, texts become prompts or commands, events become state, and
// state becomes lines.
import type { InputEvent, KeyEvent, TerminalAnswer } from "@oh-my-pi/pi-tui/input-event";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import type { SessionEvent } from "../../session/session-event.ts";
import { attachPasted } from "./attach-image.ts";
import { attendConsents, attendDesks } from "./attend-desks.ts";
import { Attention } from "./attention.ts";
import { begin } from "./begin.ts";
import { createEditor } from "./create-editor.ts";
import { learnImages, restyleKit } from "./create-kit.ts";
import { Dialogs } from "./dialogs.ts";
import type { DialogBuilder, Face } from "./face.ts";
import type { Keys } from "./keys.ts";
import { showHardwareCursor } from "./settings.ts";
import { openScreen } from "./open-screen.ts";
import { Speech } from "./speech.ts";
import { Stage } from "./stage.ts";
import type { Intent } from "./state/reduce-ui.ts";
import type { FaceOptions } from "./face-options.ts";
import { Chrome } from "./views/chrome.ts";
import type { ViewKit } from "./views/view-kit.ts";

const DOUBLE_PRESS_MS = 500;
/** The terminal answers with its background colour (OSC 11) and the size of a cell (CSI 16 t), or not at all. */
const ASK_LOOKS = "\x1b]11;?\x1b\\\x1b[16t";

export class TerminalFace implements Face {
  readonly sessions: Face["sessions"];
  readonly tui: Tui;
  readonly editor: Face["editor"];
  readonly keymap: Face["keymap"];
  readonly machine: Face["machine"];
  readonly #options: FaceOptions;
  readonly #keys: Keys;
  #kit: ViewKit;
  readonly #stage: Stage;
  readonly #chrome: Chrome;
  readonly #dialogs: Dialogs;
  readonly #speech: Speech;
  readonly #attention: Attention;
  readonly #left = Promise.withResolvers<"now" | "afterRun">();
  #lastPress = { id: "", atMs: Number.NEGATIVE_INFINITY };

  constructor(options: FaceOptions) {
    const { terminal, kit, keys } = options;
    this.#options = options;
    this.#keys = keys;
    this.sessions = options.sessions;
    this.keymap = keys.keymap;
    this.machine = options.machine;
    this.#kit = kit;
    this.tui = new Tui({
      terminal,
      resize: options.capabilities.resize,
      hidesCursor: !options.sessions.held.settings.get(showHardwareCursor),
      onInput: (event) => this.#onInput(event),
      onAnswer: (answer) => this.#onAnswer(answer),
      onLostTrack: () => this.#stage.redraw(this.#kit),
    });
    this.#stage = new Stage(this.tui, kit);
    this.#speech = new Speech(this, options.emptyMeans);
    this.editor = createEditor(this, {
      host: options.host,
      placeholder: options.emptyMeans === undefined ? "Ask anything" : "Press Enter, or type",
    });
    this.#chrome = new Chrome(this, options.host);
    this.#dialogs = new Dialogs((top) => this.#chrome.show(top));
    this.#attention = new Attention({
      env: options.host.env,
      write: (sequence) => terminal.write(sequence),
      setTitle: (title) => this.tui.setTitle(title),
      sessions: options.sessions,
    });
  }

  get looks(): Face["looks"] {
    return this.#kit.looks;
  }

  get state(): Face["state"] {
    return this.#stage.state;
  }

  /** Talks until the user leaves; `problems` are told first. Gives whether what runs is to go on to its end. */
  async run(problems: readonly string[]): Promise<"now" | "afterRun"> {
    const { leave, messages, terminal, styles, firstScreen } = this.#options;
    leave.addEventListener("abort", () => this.leave(), { once: true });
    attendConsents(this, this.#options.consents);
    this.#chrome.show(undefined);
    const unsubscribe = this.sessions.on((event) => {
      this.#step(event);
      this.#attention.takeEvent(event);
      return this.#stage.room();
    });
    const unwatch = this.sessions.onChange(() => this.#takeSession());
    this.tui.start();
    this.#attention.start();
    terminal.write(ASK_LOOKS);
    styles.watch(leave, () => void this.restyle());
    this.#takeSession();
    begin(this, this.#options);
    for (const problem of problems) this.notice("warning", problem);
    if (firstScreen !== undefined)
      await Promise.race([this.#chooseFirst(firstScreen), this.#left.promise]);
    for (const message of messages)
      await Promise.race([this.#speech.say(message), this.#left.promise]);
    const when = await this.#left.promise;
    unsubscribe();
    unwatch();
    if (when === "now") await this.sessions.current.abort();
    this.#attention.stop();
    await this.tui.stop();
    return when;
  }

  /** Draws everything in the looks that settings ask for, or in those of another theme, to try it. */
  async restyle(theme?: string): Promise<void> {
    const { looks, problems } = await this.#options.styles.style(theme);
    this.#kit = restyleKit(this.#kit, looks);
    this.#stage.redraw(this.#kit);
    this.#chrome.restyle();
    for (const problem of problems) this.notice("warning", problem);
    this.tui.requestRender();
  }

  dispatch(intent: Intent): void {
    this.#step(intent);
  }

  notice(...[tone, text]: Parameters<Face["notice"]>): void {
    this.#step({ type: "notice", tone, text });
  }

  show<Value>(build: DialogBuilder<Value>, signal?: AbortSignal): Promise<Value | undefined> {
    if (this.state.isRunning) this.#attention.asked();
    return this.#dialogs.show(build, signal);
  }

  openScreen(name: string, argument = ""): boolean {
    return openScreen(name, this, argument) !== undefined;
  }

  submit(text: string): void {
    void this.#speech.submit(text);
  }

  async outside(work: () => Promise<void>): Promise<void> {
    this.#attention.stop();
    await this.tui.stop();
    try {
      await work();
    } catch (error) {
      this.notice("error", error instanceof Error ? error.message : String(error));
    }
    this.tui.start();
    this.#attention.start();
  }

  leave(when: "now" | "afterRun" = "now"): void {
    this.#left.resolve(when);
  }

  #step(event: SessionEvent | Intent): void {
    this.#stage.step(event);
    this.#chrome.update();
    this.tui.requestRender();
  }

  async #chooseFirst(screen: string): Promise<void> {
    const { current } = this.sessions;
    const isClosed = await openScreen(screen, this, "");
    if (isClosed === undefined) this.notice("warning", `There is no screen "${screen}".`);
    if (isClosed === true && this.sessions.current === current) this.leave();
  }

  /** Shows the session that is current now, from its beginning. */
  #takeSession(): void {
    attendDesks(this, () => this.#options.terminal.size);
    this.#stage.begin(this.sessions.current);
    this.#attention.showTitle();
    this.#chrome.update();
  }

  #onAnswer(answer: TerminalAnswer): void {
    if (this.#options.styles.takeAnswer(answer)) void this.restyle();
    const { host, terminal } = this.#options;
    const kit = learnImages(this.#kit, answer, {
      env: host.env,
      columns: () => terminal.size.columns,
      settings: this.sessions.held.settings,
    });
    if (kit === undefined) return;
    this.#kit = kit;
    this.#stage.useKit(kit);
  }

  /** Keys that mean something wherever the focus is; true when one was used. */
  #onInput(event: InputEvent): boolean {
    if (this.#attention.takeInput(event)) return true;
    if (this.#dialogs.top !== undefined) return false;
    if (event.type === "paste") return attachPasted(this, event.text);
    if (event.type !== "key") return false;
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
