// Commands in one bash that lasts as long as the session: directory, variables and functions survive from
// call to call, and nothing a command started outlives it unless it was declared.
import type { ShellResult, ShellSession } from "@oh-my-pi/pi-natives/shell";
import type {
  CommandEnd,
  CommandRequest,
  CommandRunner,
  RunningCommand,
} from "./command-runner.ts";

export interface ShellRunnerOptions {
  readonly cwd: string;
  /** The whole environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** The bash to use; otherwise the first on PATH. */
  readonly bashPath?: string | undefined;
  /** A file with what the user's start file defines; asked for once, when the first shell starts. */
  readonly snapshot?: (bashPath: string) => Promise<string | undefined>;
  /** Put before every command. */
  readonly prefix?: string | undefined;
}

/** A shell that one command at a time runs in. */
interface Seat {
  readonly shell: Promise<ShellSession>;
  /** Where the next command goes back to after one that only visited another directory. */
  returnTo: string | undefined;
  cwd: string;
  isBusy: boolean;
}

/** A runner whose shell starts with the first command; disposing ends the shells and all they started. */
export class ShellRunner implements CommandRunner, AsyncDisposable {
  readonly #options: ShellRunnerOptions;
  readonly #seats = new Set<Seat>();
  #main: Seat | undefined;
  #snapshot: Promise<string | undefined> | undefined;
  #cwd: string;

  constructor(options: ShellRunnerOptions) {
    this.#options = options;
    this.#cwd = options.cwd;
  }

  get cwd(): string {
    return this.#main?.returnTo ?? this.#main?.cwd ?? this.#cwd;
  }

  terminalShell(): { readonly bashPath: string; readonly env: Readonly<Record<string, string>> } {
    return { bashPath: this.#bashPath(), env: this.#options.env };
  }

  async run(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
    return this.start(request, signal).end;
  }

  start(
    request: CommandRequest,
    signal: AbortSignal,
    { apart = false }: { readonly apart?: boolean } = {},
  ): RunningCommand {
    const main = apart || this.#main?.isBusy === true ? undefined : (this.#main ??= this.#sit());
    const seat = main ?? this.#sit();
    let isOwn = main === undefined;
    seat.isBusy = true;
    const follow = async (): Promise<CommandEnd> => {
      try {
        return await this.#runIn(seat, request, signal);
      } finally {
        seat.isBusy = false;
        if (isOwn) await this.#leave(seat);
      }
    };
    const end = follow();
    return {
      end,
      detach: () => {
        if (isOwn) return;
        isOwn = true;
        this.#cwd = this.cwd;
        if (this.#main === seat) this.#main = undefined;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#main = undefined;
    await Promise.all([...this.#seats].map((seat) => this.#leave(seat)));
  }

  async #runIn(seat: Seat, request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
    const shell = await seat.shell;
    const decoder = new TextDecoder();
    const { prefix } = this.#options;
    const before = seat.returnTo ?? seat.cwd;
    const cwd = request.cwd ?? seat.returnTo;
    const command = prefix === undefined ? request.command : `${prefix} ${request.command}`;
    const result = await shell.run(command, {
      signal,
      timeoutMs: request.timeoutMs,
      env: request.env,
      onOutput: (bytes) => {
        request.onBytes?.(bytes);
        request.onOutput?.(decoder.decode(bytes, { stream: true }));
      },
      ...(cwd !== undefined && { cwd }),
    });
    seat.cwd = result.cwd;
    const hasOnlyVisited = request.cwd !== undefined && request.staysInCwd !== true;
    seat.returnTo = hasOnlyVisited && result.cwd === request.cwd ? before : undefined;
    return endOf(result);
  }

  #sit(): Seat {
    const { cwd } = this;
    const shell = this.#start(cwd);
    const seat: Seat = { shell, cwd, returnTo: undefined, isBusy: false };
    this.#seats.add(seat);
    // A shell that could not be started is tried again with the next command.
    shell.catch(() => {
      this.#seats.delete(seat);
      if (this.#main === seat) this.#main = undefined;
    });
    return seat;
  }

  async #leave(seat: Seat): Promise<void> {
    this.#seats.delete(seat);
    const shell = await seat.shell.catch(() => undefined);
    await shell?.[Symbol.asyncDispose]();
  }

  #bashPath(): string {
    const { env, bashPath } = this.#options;
    const found = bashPath ?? Bun.which("bash", { PATH: env["PATH"] ?? "" });
    if (found === null) throw new Error("bash was not found on PATH; install it to run commands.");
    return found;
  }

  async #start(cwd: string): Promise<ShellSession> {
    const { env, snapshot } = this.#options;
    const bashPath = this.#bashPath();
    const { ShellSession: Session } = await import("@oh-my-pi/pi-natives/shell");
    const snapshotPath = await (this.#snapshot ??= Promise.resolve(snapshot?.(bashPath)));
    return new Session({ bashPath, cwd, env, ...(snapshotPath !== undefined && { snapshotPath }) });
  }
}

function endOf({ outcome, exitCode }: ShellResult): CommandEnd {
  return outcome === "exited" ? { how: "exited", exitCode: exitCode ?? 1 } : { how: outcome };
}
