// Running a shell command on behalf of a tool: what is asked and what comes back. How it is run, and
// within which limits, is decided by whoever binds the need.
import { defineNeed } from "@oh-my-pi/pi-agent-core/need";

export interface CommandRequest {
  readonly command: string;
  /** Where to run; the shell stays there. Without it, where the last command left off. */
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Hears output as it comes, standard output and error together. */
  readonly onOutput: (text: string) => void;
}

/** How a command ended. */
export type CommandEnd =
  { readonly how: "exited"; readonly exitCode: number } | { readonly how: "timeout" | "aborted" };

export interface CommandRunner {
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd>;
}

/** Tools that run commands declare this need. */
export const commandRunnerNeed = defineNeed<CommandRunner>("command-runner");
