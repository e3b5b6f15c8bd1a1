// Drives a program in a real terminal: a private tmux server of fixed size, keys and pastes in, screens
// out. The server, its socket and every process in it are gone after dispose.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { startTmuxServer, type TmuxOptions } from "./terminal/tmux-server.ts";

export type { TmuxOptions } from "./terminal/tmux-server.ts";

/** What to capture. */
export interface CaptureOptions {
  /** Keeps colours and attributes as escape sequences. */
  readonly hasColors?: boolean;
  /** Lines that the terminal wrapped are joined again. */
  readonly isJoined?: boolean;
}

/** How long to wait. */
export interface WaitOptions {
  /** Default 10 s. */
  readonly timeoutMs?: number;
}

/** What is waited for on the screen. */
export type ScreenPredicate = string | RegExp | ((screen: string) => boolean);

/** State of the pane. */
export interface PaneState {
  readonly columns: number;
  readonly rows: number;
  readonly cursor: { readonly row: number; readonly column: number; readonly isVisible: boolean };
  readonly title: string;
  readonly isAlternateScreen: boolean;
  /** True when the program has ended. The kernel may drop what it wrote right before that. */
  readonly isDead: boolean;
  /** Undefined until the program has ended; 128 and the signal's number when a signal ended it. */
  readonly exitCode: number | undefined;
}

/** A program in its own tmux server. */
export interface TmuxSession extends AsyncDisposable {
  readonly pid: number;
  /** Presses keys by their tmux names: `Enter`, `C-c`, `Escape`, `Up`. */
  press(...keys: string[]): Promise<void>;
  /** Types text as it is. */
  type(text: string): Promise<void>;
  /** Pastes text, bracketed when the program has asked for it. */
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  screen(options?: CaptureOptions): Promise<string>;
  /** Everything from the first line of the scrollback to the bottom of the screen. */
  history(options?: CaptureOptions): Promise<string>;
  state(): Promise<PaneState>;
  /** Resolves with the screen once it satisfies the predicate; the failure shows the last screen. */
  waitFor(predicate: ScreenPredicate, options?: WaitOptions): Promise<string>;
  /** Resolves with the exit code once the program has ended. */
  waitForExit(options?: WaitOptions): Promise<number>;
}

const pollMs = 10;

const stateFormat = [
  "#{pane_width}",
  "#{pane_height}",
  "#{cursor_y}",
  "#{cursor_x}",
  "#{cursor_flag}",
  "#{alternate_on}",
  "#{pane_dead}",
  "#{pane_dead_status}",
  "#{pane_dead_signal}",
  "#{pane_title}",
].join(" ");

/** Starts a program; `requireTool("tmux")` says whether that is possible. */
export async function startTmux(
  command: readonly string[],
  options: TmuxOptions,
): Promise<TmuxSession> {
  const server = await startTmuxServer(command, options);
  const capture = (from: readonly string[], options: CaptureOptions = {}) => {
    const colors = options.hasColors === true ? ["-e"] : [];
    const joined = options.isJoined === true ? ["-J"] : [];
    return server.run("capture-pane", "-p", ...colors, ...joined, ...from);
  };
  const screen = (capturing?: CaptureOptions): Promise<string> => capture([], capturing);
  const state = async (): Promise<PaneState> =>
    parseState(await server.run("display-message", "-p", stateFormat));
  return {
    pid: server.pid,
    press: async (...keys) => void (await server.run("send-keys", ...keys)),
    type: async (text) => void (await server.run("send-keys", "-l", "--", text)),
    async paste(text) {
      // By a file: tmux takes no long arguments.
      const folder = mkdtempSync(join(tmpdir(), "omp-paste-"));
      try {
        writeFileSync(join(folder, "text"), text);
        await server.run("load-buffer", join(folder, "text"));
        await server.run("paste-buffer", "-p", "-r", "-d");
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    async resize(columns, rows) {
      await server.run("resize-window", "-x", String(columns), "-y", String(rows));
    },
    screen,
    history: (capturing) => capture(["-S", "-"], capturing),
    state,
    waitFor: (predicate, waiting) => waitForScreen(screen, predicate, waiting),
    async waitForExit({ timeoutMs = 10_000 } = {}) {
      const what = "the end of the program";
      const look = async (): Promise<number | undefined> => {
        const { isDead, exitCode } = await state();
        // The status may be known before the last output is read: only both together are the end.
        if (!isDead) return undefined;
        if (exitCode === undefined) server.reap();
        return exitCode;
      };
      return await eventually(look, { timeoutMs, intervalMs: pollMs, what });
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function waitForScreen(
  capture: () => Promise<string>,
  predicate: ScreenPredicate,
  { timeoutMs = 10_000 }: WaitOptions = {},
): Promise<string> {
  let last = "";
  const look = async (): Promise<string | null> => {
    last = await capture();
    return isSatisfied(predicate, last) ? last : null;
  };
  try {
    return await eventually(look, { timeoutMs, intervalMs: pollMs });
  } catch (cause) {
    const wanted = typeof predicate === "function" ? "what was waited for" : String(predicate);
    const problem = `${wanted} was not on the screen within ${timeoutMs} ms`;
    throw new Error(`${problem}; the screen was:\n${frame(last)}`, { cause });
  }
}

function parseState(line: string): PaneState {
  const [columns, rows, row, column, cursor, alternate, dead, status, deadly, ...title] =
    line.split(" ");
  return {
    columns: Number(columns),
    rows: Number(rows),
    cursor: { row: Number(row), column: Number(column), isVisible: cursor === "1" },
    title: title.join(" "),
    isAlternateScreen: alternate === "1",
    isDead: dead === "1",
    exitCode: exitCodeOf(status, deadly),
  };
}

/** Both are empty while the program runs. */
function exitCodeOf(status = "", deadlySignal = ""): number | undefined {
  if (status !== "") return Number(status);
  return deadlySignal === "" ? undefined : 128 + Number(deadlySignal);
}

function isSatisfied(predicate: ScreenPredicate, screen: string): boolean {
  if (typeof predicate === "string") return screen.includes(predicate);
  return predicate instanceof RegExp ? predicate.test(screen) : predicate(screen);
}

function frame(screen: string): string {
  const border = "-".repeat(40);
  return [border, ...screen.split("\n").map((row) => `| ${row}`), border].join("\n");
}
