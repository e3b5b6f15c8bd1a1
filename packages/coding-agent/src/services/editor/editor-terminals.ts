// Commands that run in the terminals of the editor around omp, where the person sees them.
import type {
  CommandEnd,
  CommandRequest,
  CommandRunner,
  TerminalShell,
} from "../command-runner.ts";
import { unattendedEnvironment } from "../shell/unattended-environment.ts";

/** A program to run in a terminal of the editor. */
export interface TerminalProgram {
  /** The tool call that it belongs to. */
  readonly callId: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxOutputBytes: number;
}

export interface TerminalOutcome {
  readonly output: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
}

export interface EditorTerminals {
  /** Runs a program to its end; the signal kills it, and what it wrote until then is still given. */
  run(program: TerminalProgram, signal: AbortSignal): Promise<TerminalOutcome>;
}

const MAX_OUTPUT_BYTES = 8 << 20;
const KILLED = 137;

/** Where commands of one session run: each in a terminal of its own, in the directory that the last `cd` chose. */
export class EditorShell {
  readonly #terminals: EditorTerminals;
  readonly #own: CommandRunner;
  #cwd: string;

  constructor(terminals: EditorTerminals, own: CommandRunner) {
    this.#terminals = terminals;
    this.#own = own;
    this.#cwd = own.cwd;
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** The runner for one tool call. What is to run apart from the person's eyes runs in omp's own shell. */
  runnerFor(callId: string): CommandRunner {
    const run = (request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> =>
      this.#run(callId, request, signal);
    return {
      cwd: this.#cwd,
      terminalShell: (request) => this.#own.terminalShell(request),
      run,
      start: (request, signal, where) =>
        where?.apart === true
          ? this.#own.start({ ...request, cwd: request.cwd ?? this.#cwd }, signal, where)
          : { end: run(request, signal), detach: () => undefined },
    };
  }

  async #run(callId: string, request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
    const cwd = request.cwd ?? this.#cwd;
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const shell = await this.#own.terminalShell(request);
    const program = {
      callId,
      ...commandLine(shell, request.command, cwd),
      cwd,
      env: { ...unattendedEnvironment(shell.ownEnv ?? {}), ...gitRules(shell.env), ...request.env },
      maxOutputBytes: MAX_OUTPUT_BYTES,
    };
    await using _ = { [Symbol.asyncDispose]: () => shell.release() };
    const either = AbortSignal.any([signal, timeout]);
    const { output, exitCode } = await this.#terminals.run(program, either);
    if (request.staysInCwd === true) this.#cwd = cwd;
    request.onBytes?.(new TextEncoder().encode(output));
    request.onOutput?.(output);
    if (signal.aborted) return { how: "aborted" };
    if (timeout.aborted) return { how: "timeout" };
    return { how: "exited", exitCode: exitCode ?? KILLED };
  }
}

/** The editor has an environment of its own; what keeps git from running a stranger's programs goes along. */
function gitRules(env: Readonly<Record<string, string>>): Record<string, string> {
  const rules = Object.entries(env).filter(([name]) =>
    /^GIT_(?:CONFIG_|ALLOW_PROTOCOL$)/.test(name),
  );
  return Object.fromEntries(rules);
}

/** The sandbox, where there is one, starts at the root: the command goes where it belongs by itself. */
function commandLine(
  { bashPath, wrap }: TerminalShell,
  text: string,
  cwd: string,
): { readonly command: string; readonly args: string[] } {
  if (wrap === undefined) return { command: bashPath, args: ["-c", text] };
  const [command = bashPath, ...args] = wrap([bashPath, "-c", `cd -- "$0" || exit\n${text}`, cwd]);
  return { command, args };
}
