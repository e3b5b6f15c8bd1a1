/** Agrees with a terminal on how keys are reported: Kitty's protocol, else modifyOtherKeys, else as they come. */
import type { TerminalAnswer } from "./input-event.ts";

const QUERY_KITTY = "\x1b[?u";
const QUERY_DEVICE = "\x1b[c";
const MODIFY_OTHER_KEYS = "\x1b[>4;2m";
const RESET_OTHER_KEYS = "\x1b[>4;0m";
const POP_KITTY = "\x1b[<u";

/** Disambiguate escapes and report the standard-layout key; event types are asked for only on request. */
const KITTY_FLAGS = 1 | 4;
const KITTY_EVENT_TYPES = 2;

/** Options of {@link KeyboardProtocol}. */
export interface KeyboardOptions {
  /** Also report when keys are released. */
  readonly reportsRelease?: boolean;
}

/** The negotiation as a state machine: it returns what to write and never writes itself. */
export class KeyboardProtocol {
  readonly #flags: number;
  #state: "off" | "asked" | "kitty" | "modify-other-keys" = "off";

  constructor(options: KeyboardOptions = {}) {
    this.#flags = KITTY_FLAGS | (options.reportsRelease === true ? KITTY_EVENT_TYPES : 0);
  }

  /** Asks; every terminal answers the second question, so its answer tells that the first was not understood. */
  start(): string {
    this.#state = "asked";
    return QUERY_KITTY + QUERY_DEVICE;
  }

  /** Takes an answer and returns what it calls for. */
  answer(answer: TerminalAnswer): string {
    if (this.#state !== "asked") return "";
    if (answer.kind === "kitty-keyboard") {
      this.#state = "kitty";
      return `\x1b[>${this.#flags}u`;
    }
    if (answer.kind !== "device-attributes") return "";
    this.#state = "modify-other-keys";
    return MODIFY_OTHER_KEYS;
  }

  /** Takes back what was set. */
  stop(): string {
    const undo = { off: "", asked: "", kitty: POP_KITTY, "modify-other-keys": RESET_OTHER_KEYS };
    const bytes = undo[this.#state];
    this.#state = "off";
    return bytes;
  }
}
