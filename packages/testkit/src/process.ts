// Runs real programs under test: what they wrote, how they ended, what they cost. Reads nothing of the
// host's environment: a child gets the environment it is given.
import { signalIfAlive } from "./signal-if-alive.ts";

/** What to run, and for how long at most. */
export interface RunOptions {
  readonly cwd?: string;
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** After this the child and its process group are killed. Default 30 s. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** How a program ended. */
export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Uint8Array;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** True when the deadline killed it. */
  readonly isTimedOut: boolean;
  readonly peakRssBytes: number;
  readonly cpuMs: number;
  readonly elapsedMs: number;
}

/** A program that is still running. */
export interface RunningProcess extends AsyncDisposable {
  readonly pid: number;
  /** All that it wrote so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exited: Promise<RunResult>;
  write(input: string | Uint8Array): void;
  closeStdin(): void;
  kill(signal?: NodeJS.Signals): void;
  /** Resolves with stdout as soon as it satisfies `isReached`; fails when the program ends before. */
  waitForStdout(isReached: (stdout: string) => boolean): Promise<string>;
}

/** Runs a program to its end. */
export async function runProcess(
  command: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  await using child = startProcess(command, options);
  child.closeStdin();
  return await child.exited;
}

/** Starts a program in a process group of its own; dispose kills what is left of the group. */
export function startProcess(command: readonly string[], options: RunOptions): RunningProcess {
  const started = performance.now();
  const child = Bun.spawn([...command], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  let isTimedOut = false;
  const killGroup = (signal: NodeJS.Signals): void => signalIfAlive(-child.pid, signal);
  const deadline = setTimeout(() => {
    isTimedOut = true;
    killGroup("SIGKILL");
  }, options.deadlineMs ?? 30_000);
  const abort = (): void => killGroup("SIGKILL");
  options.signal?.addEventListener("abort", abort);
  const finish = async (): Promise<RunResult> => {
    await child.exited;
    clearTimeout(deadline);
    options.signal?.removeEventListener("abort", abort);
    const elapsedMs = performance.now() - started;
    await Promise.all([stdout.ended, stderr.ended]);
    const cost = child.resourceUsage();
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      stdoutBytes: stdout.bytes(),
      exitCode: child.exitCode,
      signal: child.signalCode === null ? null : String(child.signalCode),
      isTimedOut,
      peakRssBytes: cost?.maxRSS ?? 0,
      cpuMs: Number(cost?.cpuTime.total ?? 0) / 1_000,
      elapsedMs,
    };
  };
  const exited = finish();
  if (options.stdin !== undefined) void child.stdin.write(options.stdin);
  return {
    pid: child.pid,
    get stdout() {
      return stdout.text();
    },
    get stderr() {
      return stderr.text();
    },
    exited,
    write(input) {
      void child.stdin.write(input);
      void child.stdin.flush();
    },
    closeStdin: () => void child.stdin.end(),
    kill: (signal = "SIGTERM") => child.kill(signal),
    async waitForStdout(isReached) {
      for (;;) {
        const text = stdout.text();
        if (isReached(text)) return text;
        const isMore = await stdout.next();
        if (!isMore) {
          throw new Error(
            `the program's stdout ended before what was waited for\nstdout: ${text}\nstderr: ${stderr.text()}`,
          );
        }
      }
    },
    async [Symbol.asyncDispose]() {
      killGroup("SIGKILL");
      await child.exited;
    },
  };
}

interface Collected {
  readonly ended: Promise<void>;
  text(): string;
  bytes(): Uint8Array;
  /** Resolves true when more came, false at the end. */
  next(): Promise<boolean>;
}

function collect(stream: ReadableStream<Uint8Array>): Collected {
  const pieces: Uint8Array[] = [];
  let more = Promise.withResolvers<boolean>();
  const read = async (): Promise<void> => {
    for await (const piece of stream) {
      pieces.push(piece);
      more.resolve(true);
      more = Promise.withResolvers();
    }
    more.resolve(false);
  };
  return {
    ended: read(),
    text: () => new TextDecoder().decode(Buffer.concat(pieces)),
    bytes: () => Buffer.concat(pieces),
    next: () => more.promise,
  };
}
