// Programs of the user that the terminal face needs: quiet helpers with input and output, one that takes over the
// terminal for a while, and the job control of the shell that omp was started from.

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
}

interface ProgramOptions {
  readonly input?: Uint8Array | undefined;
  readonly cwd?: string;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a helper with input; rejects when it cannot be started. */
export async function runProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { input = new Uint8Array(), cwd, signal }: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = Bun.spawn([...argv], {
    env: { ...env },
    ...(cwd !== undefined && { cwd }),
    ...(signal !== undefined && { signal }),
    stdin: input,
    stdout: "pipe",
    stderr: "ignore",
  });
  const stdout = await child.stdout.bytes();
  return { exitCode: await child.exited, stdout };
}

/** Gives the terminal to a command line of the shell until it ends; its exit code. */
export async function runInTerminal(
  command: string,
  argument: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const child = Bun.spawn(["/bin/sh", "-c", `${command} "$1"`, "sh", argument], {
    env: { ...env },
    stdio: ["inherit", "inherit", "inherit"],
  });
  return child.exited;
}

/** Stops omp and everything in its job, as Ctrl+Z does; resolves when it goes on. */
export function suspendProcess(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once("SIGCONT", () => resolve());
  process.kill(0, "SIGTSTP");
  return promise;
}
