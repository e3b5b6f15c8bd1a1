// One command from its start to its end, wherever it runs: the shell of the session, a shell of its own, and from the
// one into the other.
import type { ArtifactWriter } from "../../services/artifact-writer.ts";
import type { CommandRunner, RunningCommand } from "../../services/command-runner.ts";
import type { BackgroundJobs, Job } from "../../services/jobs/background-jobs.ts";
import { CapturedOutput } from "../../services/minimizer/captured-output.ts";
import type { ShellOptions } from "../../services/shell/shell-options.ts";
import { describeEnd, type EndedCommand } from "./ending.ts";
import type { PreparedCommand } from "./prepare.ts";

interface ExecutionServices {
  readonly runner: CommandRunner;
  readonly jobs: BackgroundJobs;
  readonly artifacts: ArtifactWriter;
}

const MAX_LABEL = 120;

export class CommandExecution {
  readonly #services: ExecutionServices;
  readonly #prepared: PreparedCommand;
  readonly #label: string;
  readonly #output: CapturedOutput;
  readonly #stop = new AbortController();
  #running: RunningCommand | undefined;
  #release: () => void = () => undefined;

  constructor(
    services: ExecutionServices,
    options: ShellOptions,
    prepared: PreparedCommand,
    shownCommand: string,
  ) {
    this.#services = services;
    this.#prepared = prepared;
    this.#label = labelOf(shownCommand);
    this.#output = new CapturedOutput(prepared.command, options, () =>
      services.artifacts.allocate("bash"),
    );
  }

  get timeoutS(): number {
    return this.#prepared.timeoutS;
  }

  recent(): string {
    return this.#output.recent();
  }

  /** Runs in the session's shell until `signal` stops it. */
  start(signal: AbortSignal, onOutput: () => void): Promise<EndedCommand> {
    const onAbort = (): void => this.#stop.abort();
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    this.#release = () => signal.removeEventListener("abort", onAbort);
    return this.#run({ apart: false }, onOutput).finally(() => this.#release());
  }

  /** Runs as a job in a shell of its own. */
  startJob(): Job {
    return this.#asJob(() => this.#run({ apart: true }, () => undefined));
  }

  /** What runs goes on as a job, together with its shell, and only the job can stop it. */
  moveToJob(ended: Promise<EndedCommand>): Job {
    const job = this.#asJob(() => ended);
    this.#release();
    this.#running?.detach();
    return job;
  }

  #asJob(run: () => Promise<EndedCommand>): Job {
    return this.#services.jobs.start({
      type: "bash",
      label: this.#label,
      recent: () => this.recent(),
      run: (signal) => {
        signal.addEventListener("abort", () => this.#stop.abort(), { once: true });
        return run();
      },
    });
  }

  async #run(where: { apart: boolean }, onOutput: () => void): Promise<EndedCommand> {
    const { timeoutS, ...command } = this.#prepared;
    const request = {
      ...command,
      timeoutMs: timeoutS * 1000,
      onBytes: (bytes: Uint8Array) => {
        this.#output.write(bytes);
        onOutput();
      },
    };
    this.#running = this.#services.runner.start(request, this.#stop.signal, where);
    const end = await this.#running.end;
    return describeEnd(end, await this.#output.close(), timeoutS);
  }
}

function labelOf(command: string): string {
  const line = command.trim().replaceAll(/\s*\n\s*/g, " ");
  return line.length <= MAX_LABEL ? line : `${line.slice(0, MAX_LABEL).toWellFormed()}…`;
}
