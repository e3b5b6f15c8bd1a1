// Kills a program at a chosen system call on chosen paths, by strace. A first run without a kill lists
// the points; each further run dies just before one of them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess, type RunOptions, type RunResult } from "./process.ts";
import { requireTool, type Requirement } from "./require.ts";

/** A program, and the files whose system calls count. */
export interface TracedCommand extends RunOptions {
  readonly command: readonly string[];
  /**
   * Canonical absolute paths. A call counts when it uses a descriptor open on one of them, or names one
   * by exactly this path: strace does not resolve the relative names of a program's calls.
   */
  readonly paths: readonly string[];
  /** Names as strace has them, such as `write`, `fsync`, `rename`. Default: all that change a file. */
  readonly syscalls?: readonly string[];
}

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
  /** Threads that made counted calls. Kill points are exact when it is 1: strace counts per thread. */
  readonly threads: number;
}

const fileChanges = [
  "write,writev,pwrite64,pwritev,pwritev2,sendfile,copy_file_range",
  "fsync,fdatasync,ftruncate,truncate,fallocate",
  "rename,renameat,renameat2,link,linkat,unlink,unlinkat",
].flatMap((line) => line.split(","));

/** Needs strace, and a kernel that lets it trace. */
export function requireSyscallKill(): Requirement {
  const strace = requireTool("strace");
  if (strace.missing !== undefined) return strace;
  const trial = Bun.spawnSync(["strace", "-qq", "-o", "/dev/null", "true"]);
  if (trial.exitCode === 0) return { what: "strace" };
  return {
    what: "strace",
    missing: `strace may not trace here: ${trial.stderr.toString().trim()}`,
  };
}

/** Runs the program to its end and lists the points at which it can be killed. */
export async function listKillPoints(traced: TracedCommand): Promise<TracedRun> {
  const { result, log } = await runTraced(traced, []);
  const seen = new Map<string, number>();
  const threads = new Set<string>();
  const points = log.flatMap((line): KillPoint[] => {
    const [, thread, syscall] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || syscall === undefined) return [];
    threads.add(thread);
    const key = `${thread} ${syscall}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return [{ syscall, occurrence, line }];
  });
  return { result, points, threads: threads.size };
}

/** Runs the program and kills it with SIGKILL before `point`; fails when it got past it. */
export async function runKilledAt(traced: TracedCommand, point: KillPoint): Promise<RunResult> {
  const inject = `inject=${point.syscall}:signal=SIGKILL:when=${point.occurrence}`;
  const { result } = await runTraced(traced, ["-e", inject]);
  if (result.signal === "SIGKILL" && !result.isTimedOut) return result;
  throw new Error(
    `the program was not killed at ${point.syscall} ${point.occurrence} (${point.line}): ` +
      `exit ${result.exitCode}, signal ${result.signal}\n${result.stderr}`,
  );
}

async function runTraced(
  traced: TracedCommand,
  extra: readonly string[],
): Promise<{ result: RunResult; log: string[] }> {
  const directory = mkdtempSync(join(tmpdir(), "omp-strace-"));
  try {
    const output = join(directory, "log");
    const syscalls = (traced.syscalls ?? fileChanges).join(",");
    const options = ["-f", "-qq", "-s", "80", "-o", output, "-e", "signal=none"];
    const filter = ["-e", `trace=${syscalls}`, ...traced.paths.flatMap((path) => ["-P", path])];
    const command = ["strace", ...options, ...filter, ...extra, "--", ...traced.command];
    const result = await runProcess(command, traced);
    return { result, log: readFileSync(output, "utf8").split("\n") };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
