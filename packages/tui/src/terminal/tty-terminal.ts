/** A terminal over two streams, usually stdin and stdout. It reads no environment and draws nothing. */
import { type Cancel, type Clock, systemClock } from "./clock.ts";
import type { InputEvent } from "./input-event.ts";
import { InputParser, type PendingInput } from "./input-parser.ts";
import { type KeyboardOptions, KeyboardProtocol } from "./keyboard-protocol.ts";
import type { Terminal, TerminalHandlers, TerminalSize } from "./terminal.ts";

/** The part of stdin that is used. */
export interface TtyInput {
  setRawMode?(isRaw: boolean): unknown;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  off(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** The part of stdout that is used. */
export interface TtyOutput {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(data: string): boolean;
  on(event: "resize" | "drain", listener: () => void): unknown;
  off(event: "resize" | "drain", listener: () => void): unknown;
}

/** Options of {@link TtyTerminal}. */
export interface TtyOptions extends KeyboardOptions {
  readonly input: TtyInput;
  readonly output: TtyOutput;
  readonly clock?: Clock;
  /** Mouse events are only asked for when this is set: otherwise the terminal selects text as usual. */
  readonly reportsMouse?: boolean;
}

/** How long unfinished input may stay so before it is decided: an ESC key, a cut-off answer, a lost paste end. */
const PATIENCE_MS: Readonly<Record<Exclude<PendingInput, "none">, number>> = {
  escape: 50,
  answer: 1_000,
  paste: 5_000,
};

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";
const MOUSE_ON = "\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF = "\x1b[?1006l\x1b[?1002l";

/** A real terminal. */
export class TtyTerminal implements Terminal {
  readonly #options: TtyOptions;
  readonly #clock: Clock;
  readonly #keyboard: KeyboardProtocol;
  #parser = new InputParser();
  #handlers: TerminalHandlers | undefined;
  #cancelFlush: Cancel | undefined;
  #isBusy = false;

  constructor(options: TtyOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#keyboard = new KeyboardProtocol(options);
  }

  get size(): TerminalSize {
    const { columns, rows } = this.#options.output;
    return { columns: columns ?? 80, rows: rows ?? 24 };
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  start(handlers: TerminalHandlers): void {
    const { input, output } = this.#options;
    this.#handlers = handlers;
    this.#parser = new InputParser();
    input.setRawMode?.(true);
    input.on("data", this.#onData);
    input.resume();
    output.on("resize", this.#onResize);
    output.on("drain", this.#onDrain);
    const mouse = this.#options.reportsMouse === true ? MOUSE_ON : "";
    this.write(PASTE_ON + mouse + this.#keyboard.start());
  }

  stop(): void {
    const { input, output } = this.#options;
    if (this.#handlers === undefined) return;
    this.#handlers = undefined;
    this.#cancelFlush?.();
    const mouse = this.#options.reportsMouse === true ? MOUSE_OFF : "";
    this.write(this.#keyboard.stop() + mouse + PASTE_OFF);
    output.off("resize", this.#onResize);
    output.off("drain", this.#onDrain);
    input.off("data", this.#onData);
    input.setRawMode?.(false);
    input.pause();
  }

  write(data: string): void {
    if (data !== "" && !this.#options.output.write(data)) this.#isBusy = true;
  }

  expectCursorReport(): void {
    this.#parser.expectCursorReport();
  }

  readonly #onData = (chunk: Uint8Array): void => {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#deliver(this.#parser.feed(chunk));
    const { pending } = this.#parser;
    if (pending === "none" || this.#handlers === undefined) return;
    this.#cancelFlush = this.#clock.after(PATIENCE_MS[pending], () => {
      this.#deliver(this.#parser.flush());
    });
  };

  #deliver(events: readonly InputEvent[]): void {
    for (const event of events) {
      if (event.type === "answer") this.write(this.#keyboard.answer(event.answer));
      this.#handlers?.onInput(event);
    }
  }

  readonly #onResize = (): void => this.#handlers?.onResize(this.size);

  readonly #onDrain = (): void => {
    this.#isBusy = false;
    this.#handlers?.onDrain();
  };
}
