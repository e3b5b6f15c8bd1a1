// Commands inside the sandbox, and beside them those that the person lets out. Two shells, one directory.
import type {
  CommandEnd,
  CommandRequest,
  CommandRunner,
  RunningCommand,
  TerminalShell,
} from "../command-runner.ts";
import type { ShellRunner } from "../shell-runner.ts";

export interface SandboxedRunnerOptions {
  readonly inside: ShellRunner;
  readonly outside: ShellRunner;
  /** Whether there are two sides at all. */
  readonly isWanted: () => boolean;
}

type Where = { readonly apart?: boolean };

export class SandboxedRunner implements CommandRunner, AsyncDisposable {
  readonly #options: SandboxedRunnerOptions;

  constructor(options: SandboxedRunnerOptions) {
    this.#options = options;
  }

  get cwd(): string {
    return this.#options.inside.cwd;
  }

  terminalShell(request: Pick<CommandRequest, "isOutside"> = {}): Promise<TerminalShell> {
    const { inside, outside } = this.#options;
    return this.#isOutside(request) ? outside.terminalShell() : inside.terminalShell();
  }

  run(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
    return this.start(request, signal).end;
  }

  start(request: CommandRequest, signal: AbortSignal, where: Where = {}): RunningCommand {
    const { inside, outside } = this.#options;
    if (!this.#isOutside(request)) return inside.start(request, signal, where);
    outside.enter(inside.cwd);
    const running = outside.start(request, signal, where);
    const follow = async (): Promise<CommandEnd> => {
      const ended = await running.end;
      if (where.apart !== true) inside.enter(outside.cwd);
      return ended;
    };
    return { end: follow(), detach: () => running.detach() };
  }

  /** The same for commands that the person types. */
  forPerson(staysInside: () => boolean): CommandRunner {
    const place = (request: CommandRequest): CommandRequest => ({
      ...request,
      isOutside: !staysInside(),
    });
    return {
      terminalShell: () => this.terminalShell({ isOutside: !staysInside() }),
      run: (request, signal) => this.run(place(request), signal),
      start: (request, signal, where) => this.start(place(request), signal, where),
      cwd: this.cwd,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#options.inside[Symbol.asyncDispose]();
    await this.#options.outside[Symbol.asyncDispose]();
  }

  #isOutside({ isOutside }: Pick<CommandRequest, "isOutside">): boolean {
    return isOutside === true && this.#options.isWanted();
  }
}
