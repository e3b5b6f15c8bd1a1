// A persistent bash: variables, functions, options and directory live on from command to command. It owns time
// limits, cancellation, leftovers and recovery; it neither stores nor interprets output.
import type { ProcessInfo } from "../process/process-table.ts";
import { readCommandLine } from "../process/process-table.ts";
import { within } from "../process/within.ts";
import type { ByteConsumer } from "../process/pipe-reader.ts";
import { composeCommand } from "./quote.ts";
import { ShellCore, type CommandEnd, type ShellCoreOptions } from "./shell-core.ts";

export type { ByteConsumer } from "../process/pipe-reader.ts";

/** How a session is started. */
export interface ShellSessionOptions extends ShellCoreOptions {
  /** How long the shell, with its snapshot, may take to start. */
  readonly startTimeoutMs?: number;
}

/** One command. */
export interface ShellRunOptions {
  /** Called with output as it comes, standard output and error merged. The bytes are valid during the call only. */
  readonly onOutput?: ByteConsumer;
  /** Change here first; the shell stays there. */
  readonly cwd?: string;
  /** Variables for this command alone. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Leave what the command put in the background running: it was declared. Otherwise it ends with the command. */
  readonly keepBackground?: boolean;
}

/** A process that outlived its command. */
export interface LeftoverProcess {
  readonly pid: number;
  readonly command: string;
}

/** How a command went. */
export interface ShellResult {
  readonly outcome: "exited" | "timeout" | "aborted";
  /** As bash has it, 128 + n after signal n; undefined when the shell died without saying. */
  readonly exitCode: number | undefined;
  readonly cwd: string;
  readonly outputBytes: number;
  readonly durationMs: number;
  /**
   * `kept`: as the command left it. `restored`: the command ended the shell, which is back as it was before
   * (traps aside). `lost`: the next command meets a new shell.
   */
  readonly state: "kept" | "restored" | "lost";
  /** With `restored`: earlier commands whose effects are gone too, because they came within milliseconds. */
  readonly forgottenCommands: number;
  /** What was still running and was ended. */
  readonly ended: readonly LeftoverProcess[];
  /** What is still running: kept on request, or beyond the reach of SIGKILL. */
  readonly running: readonly LeftoverProcess[];
}

/** What a shell is wrapped in may meet files that vanish while it looks at them. */
const WRAPPED_STARTS = 3;
const DEFAULT_START_TIMEOUT_MS = 10_000;
/** Process substitutions and the like finish shortly after the command that started them. */
const SETTLE_MS = 50;
const SETTLE_POLL_MS = 1;
const DRAIN_LIMIT_MS = 1_000;
const RECOVERY_LIMIT_MS = 2_000;

/** See the file comment. One command at a time. */
export class ShellSession implements AsyncDisposable {
  readonly #options: ShellSessionOptions;
  #core: ShellCore | undefined;
  #cwd: string;
  #snapshotPath: string | undefined;
  #isBusy = false;
  #isDisposed = false;

  constructor(options: ShellSessionOptions) {
    this.#options = options;
    this.#cwd = options.cwd;
    this.#snapshotPath = options.snapshotPath;
  }

  /** Where the next command starts. */
  get cwd(): string {
    return this.#cwd;
  }

  /** The snapshot in use; undefined when there was none or the shell did not start with it. */
  get snapshotPath(): string | undefined {
    return this.#snapshotPath;
  }

  /** The process that runs commands, while there is one. */
  get workerPid(): number | undefined {
    return this.#core?.processes.worker;
  }

  /** Starts the shell ahead of the first command. Rejects when it cannot be started. */
  async start(): Promise<void> {
    await this.#readyCore();
  }

  /**
   * Runs a command. Resolves also after a timeout or an abort; rejects only when no shell can be started, when a command
   * is running already, or when the command cannot be passed to bash.
   */
  async run(command: string, options: ShellRunOptions = {}): Promise<ShellResult> {
    if (this.#isDisposed) throw new Error("the shell session is closed");
    if (this.#isBusy) throw new Error("the shell session is running a command already");
    const text = composeCommand(command, options);
    this.#isBusy = true;
    try {
      return await this.#runOne(text, options);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Resolves when the state is safe: should the next command end the shell, nothing of the earlier ones is forgotten. */
  async settle(): Promise<void> {
    this.#core?.refreshStandby();
    await this.#core?.standbySettled();
  }

  /** Ends the shell and everything it started. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#dropCore();
  }

  async #runOne(text: string, options: ShellRunOptions): Promise<ShellResult> {
    const startedAt = performance.now();
    using limits = new RunLimits(options);
    const core = await this.#readyCoreWithin(limits);
    let outputBytes = 0;
    const finish = (rest: Partial<ShellResult>): ShellResult => ({
      outcome: "exited",
      exitCode: undefined,
      state: "kept",
      forgottenCommands: 0,
      ended: [],
      running: [],
      ...rest,
      cwd: this.#cwd,
      outputBytes,
      durationMs: performance.now() - startedAt,
    });
    if (typeof core === "string") return finish({ outcome: core, state: "lost" });

    core.output.deliverTo((bytes) => {
      outputBytes += bytes.length;
      options.onOutput?.(bytes);
    });
    const running = core.execute(text);
    const stopped = await Promise.race([running.then(() => undefined), limits.whenStopped]);
    const { end, ...leftovers } = stopped
      ? await stopCommand(core)
      : { end: await running, ...(await endLeftovers(core, options.keepBackground ?? false)) };
    await within(DRAIN_LIMIT_MS, core.output.drained(), undefined);
    core.output.deliverTo(undefined);
    this.#cwd = core.cwd;
    const missed = core.commandsSinceStandby - 1;
    const state = await this.#recover(core, end);
    if (state === "kept") core.refreshStandbySoon();
    return finish({
      ...leftovers,
      state,
      forgottenCommands: state === "restored" ? missed : 0,
      exitCode: end.type === "core-died" ? undefined : end.exitCode,
      outcome: stopped ?? "exited",
    });
  }

  async #readyCoreWithin(limits: RunLimits): Promise<ShellCore | StopCause> {
    const starting = this.#readyCore();
    starting.catch(() => undefined); // It fails when it is dropped below, which nobody needs to hear.
    const core = await Promise.race([starting, limits.whenStopped]);
    if (typeof core === "string") await this.#dropCore();
    return core;
  }

  async #readyCore(starts = 1): Promise<ShellCore> {
    const { startTimeoutMs = DEFAULT_START_TIMEOUT_MS } = this.#options;
    const core = (this.#core ??= new ShellCore({
      ...this.#options,
      cwd: this.#cwd,
      snapshotPath: this.#snapshotPath,
    }));
    try {
      const late = new Error(`the shell did not start within ${startTimeoutMs} ms`);
      await within(startTimeoutMs, core.ready, late).then((error) => {
        if (error) throw error;
      });
      return core;
    } catch (error) {
      if (this.#core !== core) throw error;
      await this.#dropCore();
      if (this.#options.wrapWorker !== undefined && starts < WRAPPED_STARTS)
        return this.#readyCore(starts + 1);
      if (this.#snapshotPath === undefined) throw error;
      this.#snapshotPath = undefined; // A broken snapshot costs the user's aliases, not the shell.
      return this.#readyCore();
    }
  }

  async #recover(core: ShellCore, end: CommandEnd): Promise<ShellResult["state"]> {
    if (end.type === "done") return "kept";
    if (end.type === "shell-ended" && core.hasStandby) {
      const isBack = core.promoteStandby().then(
        () => true,
        () => false,
      );
      if (await within(RECOVERY_LIMIT_MS, isBack, false)) {
        this.#cwd = core.cwd;
        return "restored";
      }
    }
    await this.#dropCore();
    return "lost";
  }

  async #dropCore(): Promise<void> {
    const core = this.#core;
    this.#core = undefined;
    await core?.[Symbol.asyncDispose]();
  }
}

interface Leftovers {
  readonly ended: readonly LeftoverProcess[];
  readonly running: readonly LeftoverProcess[];
}

async function stopCommand(core: ShellCore): Promise<Leftovers & { readonly end: CommandEnd }> {
  await core.standbySettled();
  const { outcome, end } = await core.killShell();
  return { ended: [], running: outcome.survivors.map(describe), end };
}

async function endLeftovers(core: ShellCore, keepBackground: boolean): Promise<Leftovers> {
  const { processes } = core;
  if (keepBackground) return { ended: [], running: processes.findLeftovers().map(describe) };
  const deadline = performance.now() + SETTLE_MS;
  while (processes.findLeftovers().length > 0 && performance.now() < deadline) {
    await Bun.sleep(SETTLE_POLL_MS);
  }
  const left = processes.findLeftovers().map(describe);
  if (left.length === 0) return { ended: [], running: [] };
  const { survivors } = await core.killLeftovers();
  return { ended: left, running: survivors.map(describe) };
}

/** A background subshell still carries the session's own command line, which would tell nobody anything. */
function describe({ pid, name }: ProcessInfo): LeftoverProcess {
  const command = readCommandLine(pid) ?? name;
  return { pid, command: command.includes("$__omp_worker") ? "bash (subshell)" : command };
}

type StopCause = "timeout" | "aborted";

/** Time limit and abort signal of one run. */
class RunLimits implements Disposable {
  readonly whenStopped: Promise<StopCause>;
  readonly #release: () => void;

  constructor({ timeoutMs, signal }: Pick<ShellRunOptions, "timeoutMs" | "signal">) {
    const { promise, resolve } = Promise.withResolvers<StopCause>();
    this.whenStopped = promise;
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => resolve("timeout"), timeoutMs);
    const onAbort = (): void => resolve("aborted");
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}
