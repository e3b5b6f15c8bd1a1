// Gets the attention of somebody who looks elsewhere: the title of the window, and a notification when a run has ended
// or a question waits. Whether anybody looks is what the terminal says; one that does not say is taken to be watched.
import type { InputEvent } from "@oh-my-pi/pi-tui/input-event";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { basename } from "node:path";
import type { SessionEvent } from "../../session/session-event.ts";
import type { FaceSessions } from "./face-sessions.ts";
import { askNotify, completionNotify } from "./settings.ts";

const REPORT_FOCUS = "\x1b[?1004h";
const STOP_REPORTING = "\x1b[?1004l";
/** The terminal keeps the title that was there and puts it back. */
const KEEP_TITLE = "\x1b[22;0t";
const RESTORE_TITLE = "\x1b[23;0t";

export interface AttentionOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (sequence: string) => void;
  readonly setTitle: (title: string) => void;
  readonly sessions: FaceSessions;
}

export class Attention {
  readonly #options: AttentionOptions;
  #isWatched = true;
  #title = "";

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.write(KEEP_TITLE + REPORT_FOCUS);
    this.#title = "";
    this.showTitle();
  }

  stop(): void {
    this.#options.write(STOP_REPORTING + RESTORE_TITLE);
  }

  /** Takes what the terminal says of its focus; true when it was that. */
  takeInput(event: InputEvent): boolean {
    if (event.type !== "focus") return false;
    this.#isWatched = event.isFocused;
    return true;
  }

  takeEvent(event: SessionEvent): void {
    if (event.type === "session_title") this.showTitle();
    if (event.type === "agent_end" && this.#wants(completionNotify)) this.#notify("omp is done");
  }

  /** A question waits for an answer. */
  asked(): void {
    if (this.#wants(askNotify)) this.#notify("omp has a question");
  }

  /** Names the session in the title of the window. */
  showTitle(): void {
    const { title, cwd } = this.#options.sessions.current.log.header;
    const wanted = `omp · ${title ?? basename(cwd)}`;
    if (wanted !== this.#title) this.#options.setTitle(wanted);
    this.#title = wanted;
  }

  #wants(setting: typeof completionNotify): boolean {
    return !this.#isWatched && this.#options.sessions.held.settings.get(setting) === "on";
  }

  #notify(text: string): void {
    const { title } = this.#options.sessions.current.log.header;
    const whole = title === undefined ? text : `${text}: ${title}`;
    this.#options.write(
      notification(sanitizeForeign(whole).replaceAll(/[\n\t;]/g, " "), this.#options.env),
    );
  }
}

/** As the terminal takes it: a notification of the desktop, or the bell. */
export function notification(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (env["TMUX"] || env["STY"]) return "\x07";
  if (env["KITTY_WINDOW_ID"]) return `\x1b]99;;${text}\x1b\\`;
  if (/^(iterm\.app|wezterm|ghostty)$/i.test(env["TERM_PROGRAM"] ?? ""))
    return `\x1b]9;${text}\x1b\\`;
  return "\x07";
}
