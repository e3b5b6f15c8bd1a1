// A command line under a supervisor: nothing that it starts, however it hides, outlives the call that ends it or the
// death of this process. It knows nothing of shells, terminals or output.
import { accessSync, constants } from "node:fs";
import { randomUUID } from "node:crypto";
import { killProcesses, type KillOutcome } from "../process/kill-processes.ts";
import { closeQuietly, type Libc } from "../process/libc.ts";
import { readProcess, type ProcessInfo } from "../process/process-table.ts";
import { spawn } from "../process/spawn.ts";
import { STATUS_FD, launchAsSubreaper, type Launch } from "./launcher.ts";
import { SessionProcesses } from "./session-processes.ts";
import { StatusChannel, type StatusMessage } from "./status-channel.ts";
import supervisorScript from "./supervisor.sh" with { type: "text" };

/** What to run and how. */
export interface SupervisedOptions {
  readonly libc: Libc;
  /** Absolute path of the bash that runs the supervisor. */
  readonly bashPath: string;
  readonly argv: readonly string[];
  /** The whole environment; nothing is added from this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors for the child by the number it gets; closed here once it has them. */
  readonly descriptors?: Readonly<Record<number, number>>;
  readonly terminal?: Bun.TerminalOptions;
  /** Whether the command line enters another pid namespace. */
  readonly isWrapped?: boolean;
  /** `scan` finds escaped processes by session and environment only; for systems without subreapers. */
  readonly containment?: "subreaper" | "scan" | undefined;
  readonly onMessage: (message: StatusMessage) => void;
  /** The supervisor is gone; not called for a disposed tree. */
  readonly onDeath: (reason: string) => void;
}

const MARKER_NAME = "OMP_SHELL_SESSION";
const LIFELINE_FD = 7;
const FREEZE_LIMIT_MS = 100;

/** See the file comment. */
export class Supervised implements AsyncDisposable {
  readonly processes: SessionProcesses;
  readonly #status: StatusChannel;
  readonly #supervisor: Bun.Subprocess;
  readonly #lifeline: number;

  constructor(options: SupervisedOptions) {
    const { libc, terminal, onMessage, onDeath } = options;
    accessSync(options.bashPath, constants.X_OK);
    this.#status = new StatusChannel(libc, (message) => {
      if (message.type === "watching") this.processes.addKeeper(message.pid);
      else onMessage(message);
    });
    const lifeline = libc.openBlockingPipe();
    this.#lifeline = lifeline.write;
    const descriptors: Record<number, number> = {
      ...options.descriptors,
      [STATUS_FD]: this.#status.childEnd,
      [LIFELINE_FD]: lifeline.read,
    };
    const marker = randomUUID();
    const launch = planLaunch(options, marker, Object.keys(descriptors).map(Number));
    const extra = Array.from({ length: 6 }, (_, index) => descriptors[index + 3] ?? null);
    this.#supervisor = spawn(launch.cmd, {
      stdio: ["ignore", "ignore", "ignore", ...extra],
      env: launch.env,
      cwd: "/",
      ...(terminal ? { terminal } : { detached: true }),
      onExit: () => onDeath("the supervisor ended"),
    });
    closeQuietly(...Object.values(descriptors));
    this.processes = new SessionProcesses({
      supervisorPid: this.#supervisor.pid,
      marker: `${MARKER_NAME}=${marker}`,
      isSubreaper: launch.isSubreaper,
      isWrapped: options.isWrapped ?? false,
    });
  }

  /** The pseudo-terminal, when one was asked for. */
  get terminal(): Bun.Terminal | undefined {
    return this.#supervisor.terminal;
  }

  /** Ends what runs below and is not machinery; with `andWorker` the worker too. */
  killLeftovers(options: { readonly andWorker: boolean }): Promise<KillOutcome> {
    const { processes } = this;
    const worker = options.andWorker ? processes.worker : undefined;
    // Frozen first: a shell that does not heed SIGTERM would go on with the rest of its list when its child ends.
    if (options.andWorker) processes.freezeWorker();
    const findWorker = (): ProcessInfo[] => {
      const info = worker === undefined ? undefined : readProcess(worker);
      return info && !info.isZombie ? [info] : [];
    };
    return killProcesses({
      findTargets: () => [
        ...findWorker(),
        ...processes.findLeftovers().filter((one) => one.pid !== worker),
      ],
      sharedGroupIds: processes.sharedGroupIds({ exceptWorker: options.andWorker }),
      frozenPid: worker,
      emptyLooks: processes.emptyLooks,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killLeftovers({ andWorker: true });
    await this.#freezeSupervisor();
    const sharedGroupIds = new Set([this.#supervisor.pid]);
    await killProcesses({
      findTargets: () => this.processes.findAll(),
      sharedGroupIds,
      graceMs: 0,
    });
    this.#supervisor.kill("SIGKILL");
    await this.#supervisor.exited;
    closeQuietly(this.#lifeline);
    this.#status[Symbol.dispose]();
  }

  /** It may just be starting something, which a look could miss and its death would set free: stopped, it starts nothing. */
  async #freezeSupervisor(): Promise<void> {
    this.#supervisor.kill("SIGSTOP");
    const deadline = performance.now() + FREEZE_LIMIT_MS;
    while (performance.now() < deadline) {
      const info = readProcess(this.#supervisor.pid);
      if (info === undefined || info.isStopped || info.isZombie) return;
      await Bun.sleep(1);
    }
  }
}

/** The script travels as a variable that it drops at once, so that command lines stay short in `ps`. */
function planLaunch(options: SupervisedOptions, marker: string, descriptors: number[]): Launch {
  const argv = [
    options.bashPath,
    "--norc",
    "--noprofile",
    "-c",
    'eval "$__omp_supervisor"',
    "omp-supervisor",
    ...options.argv,
  ];
  const env = {
    ...options.env,
    [MARKER_NAME]: marker,
    __omp_supervisor: supervisorScript,
    __omp_terminal: options.terminal ? "1" : "",
  };
  if (options.containment === "scan") return { cmd: argv, env, isSubreaper: false };
  return launchAsSubreaper(argv, env, descriptors);
}
