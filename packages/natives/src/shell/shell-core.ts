// The processes behind one shell session: starts them, sends commands, follows their reports. One core lives until its
// supervisor dies; the session above decides when to take a new one.
import { writeSync } from "node:fs";
import { signalNow, type KillOutcome } from "../process/kill-processes.ts";
import { closeQuietly, openLibc, type Libc } from "../process/libc.ts";
import { readProcess } from "../process/process-table.ts";
import { within } from "../process/within.ts";
import { Supervised } from "../supervise/supervised.ts";
import type { SessionProcesses } from "../supervise/session-processes.ts";
import type { StatusMessage } from "../supervise/status-channel.ts";
import { OutputChannel } from "./output-channel.ts";
import wrappedScript from "./wrapped.sh" with { type: "text" };
import workerScript from "./worker.sh" with { type: "text" };

/** How the processes of a session are started. */
export interface ShellCoreOptions {
  /** Absolute path of a bash. */
  readonly bashPath: string;
  readonly cwd: string;
  /** The whole environment; nothing is added from this process. */
  readonly env: Readonly<Record<string, string>>;
  /** A file that is sourced before the first command. */
  readonly snapshotPath?: string | undefined;
  /** Turns the worker's command line into one that runs inside something (a sandbox). */
  readonly wrapWorker?: ((argv: readonly string[]) => readonly string[]) | undefined;
  /** `scan` finds escaped processes by session and environment only; for systems without subreapers. */
  readonly containment?: "subreaper" | "scan" | undefined;
}

/** How a command came to its end. `shell-ended` took the shell with it, `core-died` the supervisor too. */
export type CommandEnd =
  | { readonly type: "done"; readonly exitCode: number }
  | { readonly type: "shell-ended"; readonly exitCode: number }
  | { readonly type: "core-died" };

const STANDBY_LIMIT_MS = 1_000;
const SHELL_END_LIMIT_MS = 2_000;
const STANDBY_DELAY_MS = 1;
const START_OUTPUT_LIMIT = 2_000;
const START_OUTPUT_WAIT_MS = 200;
const RELEASE_EVERY_BYTES = 1 << 18;

/** One supervisor with its worker and standby. */
export class ShellCore implements AsyncDisposable {
  readonly output: OutputChannel;
  readonly #libc: Libc;
  readonly #supervised: Supervised;
  readonly #commandFile: number;
  readonly #ends: { readonly go: number; readonly promote: number };
  #written = { endBytes: 0, releasedBytes: 0 };
  #cwd: string;
  #standbyPid: number | undefined;
  /** Requests for a standby that were not answered yet: an early one may be answered late. */
  #standbysAwaited = 0;
  #commandsSinceStandby = 0;
  #standbyTimer: Timer | undefined;
  #ready = newReadiness();
  #standbyChanged = Promise.withResolvers<void>();
  #end = Promise.withResolvers<CommandEnd>();
  #onShellEnd: ((end: CommandEnd) => void) | undefined;
  #death: string | undefined;
  /** Until the first shell is ready: what was printed so far, by what it is wrapped in. */
  #startOutput: string | undefined = "";

  constructor(options: ShellCoreOptions) {
    const { bashPath, cwd, snapshotPath = "", wrapWorker, containment } = options;
    this.#cwd = cwd;
    this.#standbyChanged.resolve();
    this.#libc = openLibc();
    this.output = new OutputChannel(this.#libc);
    this.#commandFile = this.#libc.openAnonymousFile();
    this.output.deliverTo((bytes) => this.#noteStartOutput(bytes));
    const go = this.#libc.openBlockingPipe();
    const promote = this.#libc.openBlockingPipe();
    this.#ends = { go: go.write, promote: promote.write };
    const worker = [
      bashPath,
      "--norc",
      "--noprofile",
      "-c",
      'eval "$__omp_worker"',
      "bash",
      cwd,
      snapshotPath,
    ];
    this.#supervised = new Supervised({
      libc: this.#libc,
      bashPath,
      argv: wrapWorker?.([...wrapped(bashPath), ...worker]) ?? worker,
      env: { ...options.env, __omp_worker: joinLines(workerScript) },
      descriptors: {
        3: this.#libc.duplicate(this.#commandFile),
        4: go.read,
        6: this.output.childEnd,
        8: promote.read,
      },
      isWrapped: wrapWorker !== undefined,
      containment,
      onMessage: (message) => this.#onMessage(message),
      onDeath: (reason) => this.#onDeath(reason),
    });
  }

  get processes(): SessionProcesses {
    return this.#supervised.processes;
  }

  /** Where the shell stands, as of its last report. */
  get cwd(): string {
    return this.#cwd;
  }

  /** Resolves when the shell takes commands, rejects when it never will. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether a fork of the shell is at hand that can take over. */
  get hasStandby(): boolean {
    const pid = this.processes.standby;
    return this.#death === undefined && pid !== undefined && readProcess(pid)?.isZombie === false;
  }

  /** How many commands were sent since the standby was forked, the running one included: it knows nothing of them. */
  get commandsSinceStandby(): number {
    return this.#commandsSinceStandby;
  }

  /** Runs `text`; resolves when the shell reports its end, never because of output. */
  async execute(text: string): Promise<CommandEnd> {
    if (this.#death !== undefined) return { type: "core-died" };
    clearTimeout(this.#standbyTimer);
    this.#end = Promise.withResolvers();
    this.#commandsSinceStandby++;
    this.#writeCommand(text);
    const end = await this.#end.promise;
    await this.standbySettled();
    return end;
  }

  /** Asks for a fork of the shell as it is, after a moment: two forks cost more than `true` when commands come in rows. */
  refreshStandbySoon(): void {
    clearTimeout(this.#standbyTimer);
    this.#standbyTimer = setTimeout(() => this.refreshStandby(), STANDBY_DELAY_MS);
  }

  /** Asks for a fork of the shell as it is, unless there is one already. */
  refreshStandby(): void {
    clearTimeout(this.#standbyTimer);
    const isFresh = this.#commandsSinceStandby === 0 && this.#standbyPid !== undefined;
    if (this.#death !== undefined || isFresh) return;
    this.#commandsSinceStandby = 0;
    this.#standbyChanged = Promise.withResolvers();
    this.#standbysAwaited++;
    this.#send("standby\n");
  }

  /**
   * Resolves when a requested standby is there, or will hardly ever be. Wait for it before looking for leftovers: it is
   * one of the session's own processes.
   */
  async standbySettled(): Promise<void> {
    await within(STANDBY_LIMIT_MS, this.#standbyChanged.promise, undefined);
  }

  /** Lets the standby take over after the shell ended; resolves when it takes commands. */
  async promoteStandby(): Promise<void> {
    if (this.#standbyPid === undefined) throw new Error("no standby shell to take over");
    this.#ready = newReadiness();
    this.processes.promoteStandby();
    writeSync(this.#ends.promote, `${this.#standbyPid}\n`);
    this.#standbyPid = undefined;
    await this.#ready.promise;
  }

  /** Ends what commands left running. */
  killLeftovers(): Promise<KillOutcome> {
    return this.#supervised.killLeftovers({ andWorker: false });
  }

  /** Ends the running command and the shell with it; resolves when the shell has reported its end, or will hardly ever. */
  async killShell(): Promise<{ readonly outcome: KillOutcome; readonly end: CommandEnd }> {
    const { promise, resolve } = Promise.withResolvers<CommandEnd>();
    this.#onShellEnd = resolve;
    const outcome = await this.#supervised.killLeftovers({ andWorker: true });
    return { outcome, end: await within(SHELL_END_LIMIT_MS, promise, { type: "core-died" }) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#standbyTimer);
    await this.standbySettled();
    await this.#supervised[Symbol.asyncDispose]();
    closeQuietly(...Object.values(this.#ends), this.#commandFile);
    this.output[Symbol.dispose]();
  }

  /** Through a file because bash reads pipes byte by byte; the line in the pipe says that there is one more. */
  #writeCommand(text: string): void {
    const bytes = Buffer.from(`${text}\0`);
    const { endBytes, releasedBytes } = this.#written;
    if (endBytes - releasedBytes > RELEASE_EVERY_BYTES) {
      this.#libc.releasePrefix(this.#commandFile, endBytes);
      this.#written.releasedBytes = endBytes;
    }
    writeSync(this.#commandFile, bytes, 0, bytes.length, endBytes);
    this.#written.endBytes += bytes.length;
    this.#send("\n");
  }

  /** Nobody reads any more when every shell of the session is gone. */
  #send(line: string): void {
    try {
      writeSync(this.#ends.go, line);
    } catch {
      this.#onDeath("the shell is gone");
    }
  }

  #onMessage(message: StatusMessage): void {
    switch (message.type) {
      case "ready":
        this.processes.setWorker(message.pid);
        this.#noteCwd(message.cwd);
        this.refreshStandby();
        this.#endStart();
        this.#ready.resolve();
        break;
      case "done":
        this.#noteCwd(message.cwd);
        this.#end.resolve({ type: "done", exitCode: message.exitCode });
        break;
      case "standby":
        this.#onStandby(message.pid);
        break;
      case "ended":
        this.processes.clearWorker();
        this.#standbysAwaited = 0;
        this.#endWith({ type: "shell-ended", exitCode: message.exitCode });
        void this.#failReadiness(message.exitCode);
        break;
      case "failed":
        this.#onDeath(message.reason);
        break;
      case "watching":
        break;
    }
  }

  #noteStartOutput(bytes: Uint8Array): void {
    const all = `${this.#startOutput}${Buffer.from(bytes).toString()}`;
    this.#startOutput = all.slice(-START_OUTPUT_LIMIT);
  }

  #endStart(): void {
    if (this.#startOutput === undefined) return;
    this.#startOutput = undefined;
    this.output.deliverTo(undefined);
  }

  async #failReadiness(exitCode: number): Promise<void> {
    const { reject } = this.#ready;
    if (this.#startOutput !== undefined)
      await within(START_OUTPUT_WAIT_MS, this.output.drained(), undefined);
    const said = (this.#startOutput ?? "").trim();
    const why = said === "" ? "" : `: ${said}`;
    reject(new Error(`the shell ended with code ${exitCode} while it started${why}`));
  }

  #endWith(end: CommandEnd): void {
    this.#end.resolve(end);
    this.#onShellEnd?.(end);
  }

  #onStandby(reportedPid: number): void {
    const old = this.processes.setStandby(reportedPid);
    if (old) signalNow(old, "SIGKILL");
    this.#standbyPid = reportedPid;
    this.#standbysAwaited = Math.max(0, this.#standbysAwaited - 1);
    if (this.#standbysAwaited === 0) this.#standbyChanged.resolve();
  }

  #onDeath(reason: string): void {
    this.#death ??= reason;
    this.#endWith({ type: "core-died" });
    this.#standbyChanged.resolve();
    this.#ready.reject(new Error(reason));
  }

  /** PWD is a variable like any other: what is no absolute path was put there by a command. */
  #noteCwd(cwd: string): void {
    if (cwd.startsWith("/")) this.#cwd = cwd;
  }
}

/** Whoever needs readiness awaits it himself; a shell may well be ended before anybody asks. */
function newReadiness(): PromiseWithResolvers<void> {
  const readiness = Promise.withResolvers<void>();
  readiness.promise.catch(() => undefined);
  return readiness;
}

/** Stands between the worker and what it is wrapped in, so that the standby survives the worker. */
function wrapped(bashPath: string): string[] {
  return [bashPath, "--norc", "--noprofile", "-c", joinLines(wrappedScript), "omp-wrapped"];
}

/** Without its comments, on one line: bash counts lines from the start of the script, users from their command. */
function joinLines(script: string): string {
  const lines = script.split("\n").filter((line) => !line.startsWith("#"));
  return lines.map((line) => line.trim()).join(" ");
}
