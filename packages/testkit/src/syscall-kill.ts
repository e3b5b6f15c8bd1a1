// Kills a program at a chosen system call on chosen paths. A run without a kill lists the calls; further
// runs die just before or just after one of them.
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess, startProcess, type RunResult } from "./process.ts";
import { signalIfAlive } from "./signal-if-alive.ts";
import { finishedCall, straceCommand, syscallSet, type TracedCommand } from "./syscall/strace.ts";

export { requireSyscallKill, type TracedCommand } from "./syscall/strace.ts";

/** A place where a program can be killed: just before this call. */
export interface KillPoint {
  readonly syscall: string;
  /** Which call of that name it is, from 1, on its thread. */
  readonly occurrence: number;
  /** The traced line, for messages. */
  readonly line: string;
}

/** What a run without a kill has shown. */
export interface TracedRun {
  readonly result: RunResult;
  /** Every counted call, in order. */
  readonly points: readonly KillPoint[];
  /** Threads that made counted calls. */
  readonly threads: number;
}

/** Runs the program to its end and lists the points at which it can be killed. */
export async function listKillPoints(traced: TracedCommand): Promise<TracedRun> {
  using scratch = scratchDirectory();
  const log = join(scratch.path, "log");
  const result = await runProcess(straceCommand(traced, log), traced);
  const seen = new Map<string, number>();
  const threads = new Set<number>();
  const points = readFileSync(log, "utf8")
    .split("\n")
    .flatMap((line): KillPoint[] => {
      const call = finishedCall(line);
      if (call === undefined) return [];
      threads.add(call.thread);
      const key = `${call.thread} ${call.syscall}`;
      const occurrence = (seen.get(key) ?? 0) + 1;
      seen.set(key, occurrence);
      return [{ syscall: call.syscall, occurrence, line }];
    });
  return { result, points, threads: threads.size };
}

/**
 * Runs the program and kills it just before `point`. strace counts calls per thread: where a run shows
 * several threads, use `runKilledAfter`. Fails when the program got past the point.
 */
export async function runKilledAt(traced: TracedCommand, point: KillPoint): Promise<RunResult> {
  using scratch = scratchDirectory();
  const inject = `inject=${point.syscall}:signal=SIGKILL:when=${point.occurrence}`;
  const command = straceCommand(traced, join(scratch.path, "log"), ["-e", inject]);
  const result = await runProcess(command, traced);
  return assertKilled(result, `at ${point.syscall} ${point.occurrence} (${point.line})`);
}

/**
 * Runs the program and kills it just after its `calls`-th counted call, whichever thread makes it. Calls
 * that other threads were making at that moment may still be done. The program is stopped at every
 * counted call until it is decided, so this is slower than `runKilledAt`.
 */
export async function runKilledAfter(traced: TracedCommand, calls: number): Promise<RunResult> {
  using scratch = scratchDirectory();
  const fifo = join(scratch.path, "log");
  Bun.spawnSync(["mkfifo", fifo]);
  const inject = `inject=${syscallSet(traced)}:signal=SIGSTOP`;
  await using child = startProcess(straceCommand(traced, fifo, ["-e", inject]), traced);
  child.closeStdin();
  const watched = killAtCall(Bun.file(fifo).stream(), calls);
  const result = await child.exited;
  releaseReader(fifo);
  await watched;
  return assertKilled(result, `after ${calls} calls`);
}

/** Lets the program go on after each stop, and kills it when it has made enough calls. */
async function killAtCall(log: ReadableStream<Uint8Array>, calls: number): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  let count = 0;
  let stopping: string | undefined;
  for await (const bytes of log) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const call = finishedCall(line);
      if (call !== undefined) count += 1;
      if (call !== undefined && count === calls) signalIfAlive(processOf(call.thread), "SIGKILL");
      // Every thread reports a stop; only the one that was sent the signal is answered, once.
      const [, stopped, kind] = /^(\d+) +--- (SIGSTOP \{|stopped by SIGSTOP)/.exec(line) ?? [];
      if (kind === "SIGSTOP {") stopping = stopped;
      else if (stopped !== undefined && stopped === stopping) {
        stopping = undefined;
        if (count < calls) signalIfAlive(processOf(Number(stopped)), "SIGCONT");
      }
    }
  }
}

/** The process that a thread belongs to; the thread itself when it is gone. */
function processOf(thread: number): number {
  try {
    const status = readFileSync(`/proc/${thread}/status`, "utf8");
    return Number(/^Tgid:\s+(\d+)$/m.exec(status)?.[1] ?? thread);
  } catch {
    // It has ended since the log line was written; a signal to it will find nobody.
    return thread;
  }
}

/** Ends a reader that still waits for a writer which never opened the pipe. */
function releaseReader(fifo: string): void {
  try {
    closeSync(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    // ENXIO: nobody reads any more, so nobody has to be released.
    if (!(error instanceof Error && "code" in error && error.code === "ENXIO")) throw error;
  }
}

function assertKilled(result: RunResult, where: string): RunResult {
  if (result.signal === "SIGKILL" && !result.isTimedOut) return result;
  const ending = `exit ${result.exitCode}, signal ${result.signal}`;
  throw new Error(`the program was not killed ${where}: ${ending}\n${result.stderr}`);
}

function scratchDirectory(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "omp-strace-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
