// Running a shell command on behalf of a tool: what is asked and what comes back. How it is run, and
// within which limits, is decided by whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

export interface CommandRequest {
  readonly command: string;
  /** Where to run. Without it, where the last command left off. */
  readonly cwd?: string | undefined;
  /** Whether the shell stays in `cwd`, as after `cd`; otherwise it returns. */
  readonly staysInCwd?: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The person said that it may run outside the sandbox. */
  readonly isOutside?: boolean;
  /** Hosts that the person said it may reach from inside. */
  readonly hosts?: readonly string[];
  /** Hears output as it comes, standard output and error together. */
  readonly onOutput?: (text: string) => void;
  /** The same as it is; the bytes are valid during the call only. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

/** How a command ended. */
export type CommandEnd =
  { readonly how: "exited"; readonly exitCode: number } | { readonly how: "timeout" | "aborted" };

/** A command under way. */
export interface RunningCommand {
  readonly end: Promise<CommandEnd>;
  /** Lets it keep its shell: the next command gets a new one. */
  detach(): void;
}

/** What a command in a terminal of its own is started with; release it when the command has ended. */
export interface TerminalShell {
  readonly bashPath: string;
  readonly env: Readonly<Record<string, string>>;
  /** What of `env` the sandbox needs, where the rest comes from elsewhere. */
  readonly ownEnv?: Readonly<Record<string, string>>;
  /** Turns its command line into one that runs in the sandbox. */
  readonly wrap?: (argv: readonly string[]) => readonly string[];
  release(): Promise<void>;
}

export interface CommandRunner {
  /** Where the next command runs. */
  readonly cwd: string;
  terminalShell(request?: Pick<CommandRequest, "isOutside">): Promise<TerminalShell>;
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd>;
  /** Starts a command in the session's shell, or `apart` in one of its own that starts in the same directory. */
  start(
    request: CommandRequest,
    signal: AbortSignal,
    where?: { readonly apart?: boolean },
  ): RunningCommand;
}

/** Tools that run commands declare this need. */
export const commandRunnerNeed = defineNeed<CommandRunner>("command-runner");
