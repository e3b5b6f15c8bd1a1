// A child process that is talked to in lines, with what it says on stderr kept for the case that it fails.

export interface LineProcess {
  readonly exited: Promise<number>;
  /** The last of what it wrote to stderr. */
  readonly stderr: string;
  write(line: string): void;
  lines(): AsyncGenerator<string>;
  closeInput(): void;
  /** Ends it; politely, unless another signal is given. */
  kill(signal?: NodeJS.Signals): void;
}

export interface LineProcessOptions {
  readonly cwd?: string | undefined;
  /** Joined to this process's own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const MAX_STDERR_CHARS = 16 * 1024;

/** Starts the process. */
export function startLineProcess(
  command: readonly string[],
  { cwd, env }: LineProcessOptions,
): LineProcess {
  const child = Bun.spawn([...command], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let stderr = "";
  void (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream()))
      stderr = (stderr + text).slice(-MAX_STDERR_CHARS);
  })();
  return {
    exited: child.exited,
    get stderr() {
      return stderr;
    },
    write: (line) => {
      void child.stdin.write(`${line}\n`);
      void child.stdin.flush();
    },
    async *lines() {
      let pieces: string[] = [];
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        const lines = text.split("\n");
        const rest = lines.pop() ?? "";
        for (const line of lines) {
          yield pieces.join("") + line;
          pieces = [];
        }
        if (rest !== "") pieces.push(rest);
      }
    },
    closeInput: () => void child.stdin.end(),
    kill: (signal) => child.kill(signal),
  };
}
