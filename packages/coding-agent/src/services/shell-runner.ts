// Commands in one bash that lasts as long as the session: directory, variables and functions survive from
// call to call, and nothing a command started outlives it unless it was declared.
import type { ShellResult, ShellSession } from "@oh-my-pi/pi-natives/shell";
import type {
  CommandEnd,
  CommandRequest,
  CommandRunner,
  RunningCommand,
  TerminalShell,
} from "./command-runner.ts";
import type { Enclosure } from "./sandbox/enclosure.ts";
import { deniedHint, putBackNote } from "./sandbox/sandbox-notes.ts";

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
  /** Room in the sandbox for a shell; without it, or where it gives none, shells run outside. */
  readonly enclose?: () => Promise<Enclosure | undefined>;
}

/** A shell, and the sandbox around it. */
interface Started {
  readonly session: ShellSession;
  readonly enclosure: Enclosure | undefined;
}

/** A shell that one command at a time runs in. */
interface Seat {
  readonly shell: Promise<Started>;
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

  /** The next command runs in `directory` unless it names another. */
  enter(directory: string): void {
    if (directory === this.cwd) return;
    this.#cwd = directory;
    if (this.#main !== undefined) this.#main.returnTo = directory;
  }

  async terminalShell(): Promise<TerminalShell> {
    const bashPath = this.#bashPath();
    const { env, enclose } = this.#options;
    const enclosure = await enclose?.();
    if (enclosure === undefined) return { bashPath, env, release: () => Promise.resolve() };
    await enclosure.begin(() => Promise.resolve(undefined), { isOffline: true });
    return {
      bashPath,
      env: { ...env, ...enclosure.env },
      ownEnv: enclosure.env,
      wrap: (argv) => enclosure.wrap(argv),
      release: async () => {
        enclosure.end();
        await enclosure[Symbol.asyncDispose]();
      },
    };
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
    const { session, enclosure } = await seat.shell;
    const decoder = new TextDecoder();
    const emit = (bytes: Uint8Array): void => {
      request.onBytes?.(bytes);
      request.onOutput?.(decoder.decode(bytes, { stream: true }));
    };
    const { prefix } = this.#options;
    const before = seat.returnTo ?? seat.cwd;
    const cwd = request.cwd ?? seat.returnTo;
    const command = prefix === undefined ? request.command : `${prefix} ${request.command}`;
    const granted = await enclosure?.begin(async () => {
      await session.start();
      return session.workerPid;
    }, request);
    const hint = enclosure && deniedHint();
    const result = await session.run(command, {
      signal,
      timeoutMs: request.timeoutMs,
      env: { ...granted, ...request.env },
      onOutput: (bytes) => {
        hint?.observe(bytes);
        emit(bytes);
      },
      ...(cwd !== undefined && { cwd }),
    });
    const notes = [
      ...(enclosure === undefined ? [] : putBackNote(enclosure.end())),
      ...(result.exitCode === 0 ? [] : (hint?.notes() ?? [])),
    ];
    for (const note of notes) emit(Buffer.from(`\n${note}\n`));
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
    const started = await seat.shell.catch(() => undefined);
    await started?.session[Symbol.asyncDispose]();
    await started?.enclosure?.[Symbol.asyncDispose]();
  }

  #bashPath(): string {
    const { env, bashPath } = this.#options;
    const found = bashPath ?? Bun.which("bash", { PATH: env["PATH"] ?? "" });
    if (found === null) throw new Error("bash was not found on PATH; install it to run commands.");
    return found;
  }

  async #start(cwd: string): Promise<Started> {
    const { env, snapshot, enclose } = this.#options;
    const bashPath = this.#bashPath();
    const { ShellSession: Session } = await import("@oh-my-pi/pi-natives/shell");
    const snapshotPath = await (this.#snapshot ??= Promise.resolve(snapshot?.(bashPath)));
    const enclosure = await enclose?.();
    const session = new Session({
      bashPath,
      cwd,
      env: { ...env, ...enclosure?.env },
      ...(snapshotPath !== undefined && { snapshotPath }),
      ...(enclosure !== undefined && { wrapWorker: (argv) => enclosure.wrap(argv) }),
    });
    return { session, enclosure };
  }
}

function endOf({ outcome, exitCode }: ShellResult): CommandEnd {
  return outcome === "exited" ? { how: "exited", exitCode: exitCode ?? 1 } : { how: outcome };
}
