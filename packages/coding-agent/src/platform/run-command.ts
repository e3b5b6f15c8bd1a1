// Runs one shell command in a process group of its own, with no terminal and no input, and leaves nothing
// of it behind when it is stopped.
import { realpathSync } from "node:fs";

export interface ShellCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly onOutput: (text: string) => void;
}

export type ShellEnd =
  { readonly how: "exited"; readonly exitCode: number } | { readonly how: "timeout" | "aborted" };

const TERM_GRACE_MS = 75;
/** Output that a background child may still write after the command itself has ended. */
const DRAIN_MS = 100;

/** Runs a command to its end, its time limit or an abort. */
export async function runShellCommand(shell: ShellCommand, signal: AbortSignal): Promise<ShellEnd> {
  if (signal.aborted) return { how: "aborted" };
  // `detached` makes the child the leader of a group, so that it can be stopped with all it started.
  const child = Bun.spawn(["bash", "-c", `exec 2>&1\n${shell.command}`], {
    cwd: realpathSync(shell.cwd),
    env: { ...shell.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    detached: true,
  });
  const stop = new AbortController();
  let stoppedBy: "timeout" | "aborted" | undefined;
  const end = (how: "timeout" | "aborted"): void => {
    stoppedBy ??= how;
    void stopGroup(child.pid, child.exited).then(() => stop.abort());
  };
  const timer = setTimeout(() => end("timeout"), shell.timeoutMs);
  const onAbort = (): void => end("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const reading = pump(child.stdout, shell.onOutput, stop.signal);
    const exitCode = await child.exited;
    // A child left in the background may hold the pipe open; it is not waited for.
    await Promise.race([reading, Bun.sleep(DRAIN_MS)]);
    stop.abort();
    await reading;
    killGroup(child.pid, "SIGKILL");
    return stoppedBy === undefined ? { how: "exited", exitCode } : { how: stoppedBy };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

async function pump(
  stream: ReadableStream<Uint8Array>,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = stream.getReader();
  const cancel = (): void => void reader.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    onOutput(decoder.decode(value, { stream: true }));
  }
  signal.removeEventListener("abort", cancel);
}

async function stopGroup(pid: number, exited: Promise<number>): Promise<void> {
  killGroup(pid, "SIGTERM");
  await Promise.race([exited, Bun.sleep(TERM_GRACE_MS)]);
  killGroup(pid, "SIGKILL");
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone, which is what was wanted.
  }
}
