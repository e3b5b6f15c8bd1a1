// Commands in one bash that lasts as long as the session: directory, variables and functions survive from
// call to call, and nothing a command started outlives it unless it was declared.
import type { ShellSession } from "@oh-my-pi/pi-natives/shell";
import type { CommandEnd, CommandRequest, CommandRunner } from "./command-runner.ts";

export interface ShellRunnerOptions {
  readonly cwd: string;
  /** The whole environment of commands. */
  readonly env: Readonly<Record<string, string>>;
}

/** A runner whose shell starts with the first command; disposing ends the shell and all it started. */
export class ShellRunner implements CommandRunner, AsyncDisposable {
  readonly #options: ShellRunnerOptions;
  #shell: Promise<ShellSession> | undefined;

  constructor(options: ShellRunnerOptions) {
    this.#options = options;
  }

  async run(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
    const shell = await (this.#shell ??= this.#start());
    const decoder = new TextDecoder();
    const result = await shell.run(request.command, {
      signal,
      timeoutMs: request.timeoutMs,
      env: request.env,
      onOutput: (bytes) => request.onOutput(decoder.decode(bytes, { stream: true })),
      ...(request.cwd !== undefined && { cwd: request.cwd }),
    });
    if (result.outcome !== "exited") return { how: result.outcome };
    return { how: "exited", exitCode: result.exitCode ?? 1 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const shell = await this.#shell;
    await shell?.[Symbol.asyncDispose]();
  }

  async #start(): Promise<ShellSession> {
    const { cwd, env } = this.#options;
    const bashPath = Bun.which("bash", { PATH: env["PATH"] ?? "" });
    if (bashPath === null)
      throw new Error("bash was not found on PATH; install it to run commands.");
    const { ShellSession: Session } = await import("@oh-my-pi/pi-natives/shell");
    return new Session({ bashPath, cwd, env });
  }
}
