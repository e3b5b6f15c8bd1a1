// A program in a pseudo-terminal of its own: input, output, size, end. Its processes are supervised like those of a
// shell. It does not interpret what is drawn; screen.ts does.
import { openLibc } from "../process/libc.ts";
import { within } from "../process/within.ts";
import { Supervised } from "../supervise/supervised.ts";

/** A terminal's size in characters. */
export interface PtySize {
  readonly cols: number;
  readonly rows: number;
}

/** What to run. */
export interface PtyOptions extends PtySize {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; TERM is added when it is missing. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path of the bash that supervises. */
  readonly bashPath: string;
  /** Called with what the program draws. The bytes are valid during the call only. */
  readonly onOutput: (bytes: Uint8Array) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Turns the command line into one that runs inside something (a sandbox). */
  readonly wrap?: ((argv: readonly string[]) => readonly string[]) | undefined;
}

/** How the program ended. */
export interface PtyExit {
  readonly outcome: "exited" | "timeout" | "aborted" | "killed";
  /** 128 + n after signal n; undefined when it was ended from here. */
  readonly exitCode: number | undefined;
  readonly durationMs: number;
}

const LAST_OUTPUT_LIMIT_MS = 1_000;
/** Goes where it should and becomes the program; the directory is `$0`. */
const ENTER_AND_RUN = '\\builtin cd -- "$0" && exec "$@"';
/** As process 1 of a pid namespace a program would not be ended by Ctrl+C: there it gets a parent. */
const ENTER_AND_WAIT = 'trap : INT QUIT TERM HUP; \\builtin cd -- "$0" && "$@"; exit $?';

/** Starts at once. */
export class PtySession implements AsyncDisposable {
  /** Resolves, never rejects, when the program and everything it started are gone and all output was delivered. */
  readonly exited: Promise<PtyExit>;
  readonly #supervised: Supervised;
  readonly #finished = Promise.withResolvers<PtyExit>();
  readonly #outputEnded = Promise.withResolvers<void>();
  readonly #startedAt = performance.now();
  readonly #releaseLimits: () => void;
  #isEnding = false;

  constructor(options: PtyOptions) {
    const { bashPath, cols, rows, signal, timeoutMs, wrap } = options;
    const script = wrap ? ENTER_AND_WAIT : ENTER_AND_RUN;
    const argv = [bashPath, "--norc", "--noprofile", "-c", script, options.cwd, ...options.argv];
    this.exited = this.#finished.promise;
    this.#supervised = new Supervised({
      libc: openLibc(),
      bashPath,
      argv: wrap?.(argv) ?? argv,
      isWrapped: wrap !== undefined,
      env: { TERM: "xterm-256color", ...options.env },
      terminal: {
        cols,
        rows,
        data: (_, bytes) => options.onOutput(bytes),
        exit: () => this.#outputEnded.resolve(),
      },
      onMessage: (message) => {
        if (message.type === "ended") void this.#finish("exited", message.exitCode);
        if (message.type === "failed") void this.#finish("exited", undefined);
      },
      onDeath: () => void this.#finish("killed", undefined),
    });
    const onAbort = (): void => void this.#finish("aborted", undefined);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => void this.#finish("timeout", undefined), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#releaseLimits = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    if (signal?.aborted) onAbort();
  }

  /** Sends input, as if typed. Ignored once the program ended. */
  write(data: string | Uint8Array): void {
    if (!this.#isEnding)
      this.#supervised.terminal?.write(typeof data === "string" ? data : Buffer.from(data));
  }

  /** Changes the size; the program is told by SIGWINCH. */
  resize({ cols, rows }: PtySize): void {
    if (!this.#isEnding) this.#supervised.terminal?.resize(cols, rows);
  }

  /** Ends the program and all it started. */
  async kill(): Promise<void> {
    await this.#finish("killed", undefined);
    await this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #finish(outcome: PtyExit["outcome"], exitCode: number | undefined): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#releaseLimits();
    const { terminal } = this.#supervised;
    await this.#supervised[Symbol.asyncDispose]();
    // With the last process the terminal's other side closes; what was drawn before comes first.
    await within(LAST_OUTPUT_LIMIT_MS, this.#outputEnded.promise, undefined);
    terminal?.close();
    this.#finished.resolve({ outcome, exitCode, durationMs: performance.now() - this.#startedAt });
  }
}
