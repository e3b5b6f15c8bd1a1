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
import { QUERY_CORNER, QUERY_CURSOR } from "./control-sequences.ts";
import { FocusStack, type OverlayHandle } from "./focus.ts";
import { FrameScheduler } from "./frame-scheduler.ts";
import { InlineScreen } from "./inline-screen.ts";
import type { OverlayOptions } from "./overlays.ts";
import { type ReportPurpose, ReportQueue } from "./report-queue.ts";
import type { Screen } from "./screen.ts";
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
  /** Never show the terminal's own cursor; whoever has the focus draws one. */
  readonly hidesCursor?: boolean;
  /** Least time between two frames that no key asked for. Default 16. */
  readonly minFrameMs?: number;
  /** Sees every event but answers first; true keeps it from the focused component. */
  readonly onInput?: (event: InputEvent) => boolean;
  readonly onAnswer?: (answer: TerminalAnswer) => void;
  /**
   * Sizes followed so fast that frames were drawn on a screen they were not meant for, and it is calm again: what is in
   * the scrollback is not known for certain. Whoever can append everything anew may {@link Tui.clear} and do so.
   */
  readonly onLostTrack?: () => void;
}

/** How long a stop waits for answers that would otherwise be typed into the shell. */
const STOP_PATIENCE_MS = 200;

/** How long no new size must have come before the scrollback is made sure of. */
const CALM_MS = 300;

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
  readonly #reports: ReportQueue;
  /** A new size was asked about and the answer is still to come. */
  #isResizing = false;
  /** The scrollback may not be what we think; set until it is calm. */
  #hasLostTrack = false;
  #cancelCalm: Cancel | undefined;
  /** Screen row of the cursor in the report that is coming in. */
  #reportedRow = 0;
  #onQuiet: (() => void) | undefined;

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
    this.#reports = new ReportQueue(this.#clock, () => this.#giveUpAnswers());
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
    this.#reports.reset();
    this.#isResizing = false;
    this.#hasLostTrack = false;
    this.#terminal.write(this.#screen.start(this.#size));
    this.#frames.requestUrgent();
  }

  /** Draws what is left, waits for answers that are still on their way, and gives the terminal back. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#draw();
    this.#isRunning = false;
    this.#frames.cancel();
    if (!this.#reports.isEmpty) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onQuiet = resolve;
      const cancel = this.#clock.after(STOP_PATIENCE_MS, resolve);
      await promise;
      cancel();
    }
    this.abandon();
  }

  /** Gives the terminal back at once, for when there is no time to wait. */
  abandon(): void {
    this.#isRunning = false;
    this.#frames.cancel();
    this.#cancelCalm?.();
    this.#reports.reset();
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
    this.#screen.forget();
    this.#frames.requestUrgent();
  }

  /** Empties screen, scrollback and transcript, so that everything can be appended anew. */
  clear(): void {
    this.transcript.clear();
    this.#owners = [];
    this.#terminal.write(this.#screen.clear());
    this.#frames.requestUrgent();
  }

  #draw(): void {
    if (!this.#isRunning || this.#terminal.isBusy || this.#isResizing) return;
    const { committed, live } = this.#compose();
    const bytes = this.#screen.paint({
      committed,
      live: live.lines,
      transcriptLines: live.owners.length,
      caret: this.#options.hidesCursor === true ? undefined : live.caret,
    });
    this.#owners = live.owners;
    if (bytes !== "") this.#writeFrame(bytes);
  }

  #writeFrame(bytes: string): void {
    if (!this.#screen.needsReports || this.#reports.isMute) {
      this.#terminal.write(bytes);
      return;
    }
    this.#expect("frame-start");
    this.#expect("frame-corner");
    this.#terminal.write(QUERY_CURSOR + bytes + QUERY_CORNER);
  }

  #expect(purpose: ReportPurpose): void {
    this.#reports.expect(purpose);
    this.#terminal.expectCursorReport();
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

  /** The size that was announced may be gone already: what counts is where cursor and corner are when it is asked. */
  #resized(size: TerminalSize): void {
    if (isSameSize(size, this.#size)) {
      // A frame may have noticed it first; whoever shows the size of the terminal has to draw it now.
      this.requestRender();
      return;
    }
    this.#size = size;
    if (this.#screen.needsReports && !this.#reports.isMute) {
      this.#isResizing = true;
      this.#expect("resize-start");
      this.#expect("resize-corner");
      this.#terminal.write(QUERY_CURSOR + QUERY_CORNER);
    } else this.#applySize(size, undefined);
  }

  /** The terminal does not answer: the size it took last is taken without. */
  #giveUpAnswers(): void {
    if (this.#isResizing) this.#applySize(this.#size, undefined);
    this.#onQuiet?.();
  }

  #applySize(size: TerminalSize, cursorRow: number | undefined): void {
    this.#isResizing = this.#reports.isWaitingFor("resize-corner");
    this.#screen.resize(size, cursorRow).forEach((text, row) => {
      const owner = this.#owners[row];
      if (owner !== undefined && text !== "") this.transcript.markWritten(owner, [text]);
    });
    this.#frames.requestUrgent();
  }

  #handle(event: InputEvent): void {
    if (event.type === "answer") {
      if (event.answer.kind === "cursor-position") this.#onCursorReport(event.answer);
      this.#options.onAnswer?.(event.answer);
      return;
    }
    if (!this.#isRunning || (event.type === "key" && event.action === "release")) return;
    if (this.#options.onInput?.(event) !== true) this.#focus.target?.handleInput?.(event);
    this.#frames.requestUrgent();
  }

  #onCursorReport({ row, column }: { readonly row: number; readonly column: number }): void {
    const purpose = this.#reports.take();
    const size = { columns: column + 1, rows: row + 1 };
    if (purpose === "frame-start" || purpose === "resize-start") this.#reportedRow = row;
    if (purpose === "frame-corner") this.#onFrameReport(size);
    if (purpose === "resize-corner") {
      this.#hasLostTrack ||= !isSameSize(size, this.#size);
      this.#size = size;
      this.#applySize(size, this.#reportedRow);
      if (this.#hasLostTrack) this.#awaitCalm();
    }
    if (this.#reports.isEmpty) this.#onQuiet?.();
  }

  /** A frame may be the first to notice a new size. */
  #onFrameReport(size: TerminalSize): void {
    const isAsMeant = this.#screen.report({ cursorRow: this.#reportedRow, size });
    this.#hasLostTrack ||= !isAsMeant;
    if (this.#isRunning && !this.#isResizing) this.#resized(size);
  }

  /** The terminal still says another size than the system: its answers are of no use. */
  #distrust(): void {
    this.#size = this.#terminal.size;
    this.#isResizing = true;
    this.#reports.giveUp();
  }

  #awaitCalm(): void {
    this.#cancelCalm?.();
    this.#cancelCalm = this.#clock.after(CALM_MS, () => {
      this.#hasLostTrack = false;
      if (!this.#isRunning) return;
      if (!isSameSize(this.#size, this.#terminal.size)) this.#distrust();
      this.#options.onLostTrack?.();
    });
  }
}

function isSameSize(left: TerminalSize, right: TerminalSize): boolean {
  return left.columns === right.columns && left.rows === right.rows;
}
