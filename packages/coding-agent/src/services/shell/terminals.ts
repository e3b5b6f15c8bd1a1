// Programs in a terminal of their own, shown to whoever sits before the session. A face that can show one attends;
// without anybody programs run without a terminal.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

/** A program's terminal while it runs. */
export interface LiveTerminal {
  readonly title: string;
  /** The visible lines. */
  readLines(): readonly string[];
  write(data: string): void;
  resize(size: TerminalSize): void;
  /** Ends the program and all it started. */
  kill(): Promise<void>;
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

/** Shows terminals to a person. `opened` gives the function that hears of the end. */
export interface TerminalViewer {
  readonly size: TerminalSize;
  opened(terminal: LiveTerminal): { changed(): void; closed(): void };
}

/** The terminals of one session. */
export class Terminals {
  readonly #isAllowed: boolean;
  #viewer: TerminalViewer | undefined;

  constructor(options: { readonly isAllowed: boolean }) {
    this.#isAllowed = options.isAllowed;
  }

  /** From now on `viewer` is shown what opens. */
  attend(viewer: TerminalViewer | undefined): void {
    this.#viewer = viewer;
  }

  /** Who would be shown a terminal; undefined where none may be opened. */
  get viewer(): TerminalViewer | undefined {
    return this.#isAllowed ? this.#viewer : undefined;
  }
}

/** Tools that open terminals declare this need. */
export const terminalsNeed = defineNeed<Terminals>("terminals");
