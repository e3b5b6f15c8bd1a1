// How strace is called to watch a program's system calls on chosen files, and what its log lines say.
import type { RunOptions } from "../process.ts";
import { requireTool, type Requirement } from "../require.ts";

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

/** A finished call in the log. */
export interface LoggedCall {
  readonly thread: number;
  readonly syscall: string;
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
  const reason = trial.stderr.toString().trim();
  return { what: "strace", missing: `strace may not trace here: ${reason}` };
}

/** The names of the calls that count, as strace takes a set. */
export function syscallSet({ syscalls = fileChanges }: TracedCommand): string {
  return syscalls.join(",");
}

/** The command that runs a program under strace with its log in `logPath`. */
export function straceCommand(
  traced: TracedCommand,
  logPath: string,
  extra: readonly string[] = [],
): string[] {
  const filter = ["-e", `trace=${syscallSet(traced)}`, ...traced.paths.flatMap((it) => ["-P", it])];
  return [
    "strace",
    "-f",
    "-qq",
    "-s",
    "80",
    "-o",
    logPath,
    ...filter,
    ...extra,
    "--",
    ...traced.command,
  ];
}

/** The call that a log line finishes; a line that only begins one finishes none. */
export function finishedCall(line: string): LoggedCall | undefined {
  if (line.endsWith("<unfinished ...>")) return undefined;
  const [, thread, whole, resumed] = /^(\d+) +(?:(\w+)\(|<\.\.\. (\w+) resumed>)/.exec(line) ?? [];
  const syscall = whole ?? resumed;
  return syscall === undefined ? undefined : { thread: Number(thread), syscall };
}
