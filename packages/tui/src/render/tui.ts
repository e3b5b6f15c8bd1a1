/**
 * A running user interface: it ties terminal, transcript, chrome, overlays and focus together and draws one frame per
 * tick. It knows nothing of what is shown.
 */
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { ResizeModel } from "../terminal/capabilities.ts";
import { type Cancel, type Clock, systemClock } from "../terminal/clock.ts";
import type { InputEvent, TerminalAnswer } from "../terminal/input-event.ts";
import type { Terminal, TerminalSize } from "../terminal/terminal.ts";
import { AlternateScreen } from "./alternate-screen.ts";
import type { Component, RenderHost } from "./component.ts";
import { composeLive, guardAll, type LiveFrame } from "./compose.ts";
import { Container } from "./container.ts";
import { CURSOR_HOME, ERASE_SCREEN, ERASE_SCROLLBACK, FRAME_START } from "./control-sequences.ts";
import { FocusStack, type OverlayHandle } from "./focus.ts";
import { FrameScheduler } from "./frame-scheduler.ts";
import { InlineScreen } from "./inline-screen.ts";
import type { OverlayOptions } from "./overlays.ts";
import type { ResizeOutcome, Screen } from "./screen.ts";
import { Transcript } from "./transcript.ts";
import { TranscriptView } from "./transcript-view.ts";

/** How the terminal is used: `inline` leaves the transcript in its scrollback, `alternate` manages every row. */
export type ScreenMode = "inline" | "alternate";

/** Options of {@link Tui}. */
export interface TuiOptions {
  readonly terminal: Terminal;
  /** How the terminal behaves when its width changes; see `detectCapabilities`. */
  readonly resize: ResizeModel;
  readonly mode?: ScreenMode;
  readonly clock?: Clock;
  /** Least time between two frames that no key asked for. Default 16. */
  readonly minFrameMs?: number;
  /** Sees every event but answers first; true keeps it from the focused component. */
  readonly onInput?: (event: InputEvent) => boolean;
  readonly onAnswer?: (answer: TerminalAnswer) => void;
}

/** How long a frame waits for the terminal to say where its cursor is. */
const CURSOR_PATIENCE_MS = 300;

/** The user interface. */
export class Tui implements RenderHost {
  /** Lines that stay: appended, and written for good when they settle. */
  readonly transcript: Transcript;
  /** Lines below the transcript that are always redrawn: status, editor. */
  readonly chrome = new Container();
  readonly #options: TuiOptions;
  readonly #clock: Clock;
  readonly #terminal: Terminal;
  readonly #screen: Screen;
  readonly #view: TranscriptView;
  readonly #focus = new FocusStack(() => this.requestRender());
  readonly #frames: FrameScheduler;
  #isRunning = false;
  #size: TerminalSize;
  #owners: readonly Component[] = [];
  #needsResize = false;
  #isLocating = false;
  #openReports = 0;
  #cursorRow: number | undefined;
  #cancelPatience: Cancel | undefined;

  constructor(options: TuiOptions) {
    const isInline = options.mode !== "alternate";
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#terminal = options.terminal;
    this.#size = options.terminal.size;
    this.#screen = isInline ? new InlineScreen(options.resize) : new AlternateScreen();
    this.#frames = new FrameScheduler(this.#clock, () => this.#draw(), options.minFrameMs ?? 16);
    this.transcript = new Transcript({
      onChange: () => this.requestRender(),
      keepsTaken: !isInline,
    });
    this.#view = new TranscriptView(this.transcript);
  }

  /** Takes the terminal and draws the first frame. */
  start(): void {
    this.#isRunning = true;
    this.#size = this.#terminal.size;
    this.#terminal.start({
      onInput: (event) => this.#handle(event),
      onResize: (size) => this.#resized(size),
      onDrain: () => this.#frames.requestUrgent(),
    });
    this.#terminal.write(this.#screen.start(this.#size));
    this.#isLocating = true;
    this.#terminal.queryCursor();
    this.#frames.requestUrgent();
  }

  /** Draws what is left and gives the terminal back; may be started again. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#draw();
    this.#isRunning = false;
    this.#frames.cancel();
    this.#cancelPatience?.();
    this.#openReports = 0;
    this.#terminal.write(this.#screen.stop());
    this.#terminal.stop();
  }

  now(): number {
    return this.#clock.now();
  }

  requestRender(): void {
    if (this.#isRunning) this.#frames.request();
  }

  requestRenderIn(delayMs: number): void {
    if (this.#isRunning) this.#frames.requestIn(delayMs);
  }

  /** Gives the keys to a component. */
  focus(component: Component | undefined): void {
    this.#focus.focus(component);
  }

  /** Opens an overlay; it gets the keys until it is closed or covered by another. */
  openOverlay(component: Component, options: OverlayOptions = {}): OverlayHandle {
    return this.#focus.open(component, options);
  }

  /** Sets the title of the terminal window. */
  setTitle(title: string): void {
    this.#terminal.write(`\x1b]0;${sanitizeForeign(title).replaceAll(/[\n\t]/g, " ")}\x1b\\`);
  }

  /** Scrolls the transcript by rows, up when negative. Inline, the terminal's own scrollback does that. */
  scroll(rows: number): void {
    this.#view.scroll(rows);
    this.requestRender();
  }

  /** Draws every live line again, for when something else wrote to the terminal. */
  redraw(): void {
    this.#terminal.write(this.#screen.forget());
    this.#frames.requestUrgent();
  }

  /** Empties screen, scrollback and transcript, so that everything can be appended anew. */
  clear(): void {
    this.transcript.clear();
    this.#terminal.write(this.#screen.forget() + CURSOR_HOME + ERASE_SCREEN + ERASE_SCROLLBACK);
    this.#frames.requestUrgent();
  }

  #draw(): void {
    if (!this.#isRunning || this.#openReports > 0 || this.#terminal.isBusy) return;
    const outcome = this.#needsResize ? this.#applyResize() : undefined;
    const { committed, live } = this.#compose();
    const bytes = this.#screen.paint({
      committed,
      live: live.lines,
      transcriptLines: live.owners.length,
      caret: live.caret,
    });
    this.#owners = live.owners;
    const prefix = outcome === undefined ? "" : FRAME_START + outcome.bytes;
    if (prefix + bytes !== "") this.#terminal.write(prefix + bytes);
  }

  #compose(): { committed: readonly string[]; live: LiveFrame } {
    const { columns } = this.#size;
    const isInline = this.#options.mode !== "alternate";
    const committed = isInline ? this.transcript.takeSettled(columns) : [];
    const live = composeLive({
      transcript: (rows) => {
        if (!isInline) return { lines: this.#view.lines(columns, rows), owners: [] };
        const { overflow, lines, owners } = this.transcript.takeLive(columns, rows);
        for (const line of overflow) committed.push(line);
        return { lines, owners };
      },
      chrome: this.chrome.render(columns),
      overlays: this.#focus.overlays,
      size: this.#size,
      fillsScreen: !isInline,
    });
    return { committed: guardAll(committed, columns), live };
  }

  #applyResize(): ResizeOutcome {
    const outcome = this.#screen.resize(this.#size, this.#cursorRow);
    outcome.pushedOut.forEach((text, row) => {
      const owner = this.#owners[row];
      if (owner !== undefined) this.transcript.markWritten(owner, [text]);
    });
    this.#needsResize = false;
    this.#cursorRow = undefined;
    return outcome;
  }

  #resized(size: TerminalSize): void {
    if (size.columns === this.#size.columns && size.rows === this.#size.rows) return;
    this.#size = size;
    this.#needsResize = true;
    this.#openReports++;
    this.#terminal.queryCursor();
    this.#cancelPatience?.();
    this.#cancelPatience = this.#clock.after(CURSOR_PATIENCE_MS, () => {
      this.#openReports = 0;
      this.#frames.requestUrgent();
    });
  }

  #handle(event: InputEvent): void {
    if (event.type === "answer") {
      if (event.answer.kind === "cursor-position") this.#onCursorReport(event.answer.row);
      this.#options.onAnswer?.(event.answer);
      return;
    }
    if (event.type === "key" && event.action === "release") return;
    if (this.#options.onInput?.(event) !== true) this.#focus.target?.handleInput?.(event);
    this.#frames.requestUrgent();
  }

  /** Of several open questions only the answer to the last one tells where the cursor is now. */
  #onCursorReport(row: number): void {
    if (this.#isLocating) {
      this.#isLocating = false;
      return this.#screen.locate(row);
    }
    if (this.#openReports === 0) return;
    this.#cursorRow = row;
    this.#openReports--;
    if (this.#openReports > 0) return;
    this.#cancelPatience?.();
    this.#frames.requestUrgent();
  }
}
