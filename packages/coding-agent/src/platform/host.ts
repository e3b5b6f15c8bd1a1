// The machine as omp sees it, read once at start: environment, places, terminal. With its siblings the
// only code that touches `process`; everything else is given a Host.
import { homedir, tmpdir } from "node:os";
import { isatty } from "node:tty";

/** What a process runs on. A plain value, so that tests and embedders can make their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory, or undefined where there is none (a service account, a bare container). */
  readonly home: string | undefined;
  readonly tmp: string;
  readonly cwd: string;
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  readonly isStdinTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  readonly now: () => number;
}

/** Reads the running process. */
export function readHost(): Host {
  return {
    env: process.env,
    home: readHome(),
    tmp: tmpdir(),
    cwd: process.cwd(),
    pid: process.pid,
    platform: process.platform,
    // Not `process.stdin.isTTY`: making those streams costs as much as starting the runtime.
    isStdinTty: isatty(0),
    isStdoutTty: isatty(1),
    isStderrTty: isatty(2),
    now: Date.now,
  };
}

function readHome(): string | undefined {
  const home = process.env["HOME"] || process.env["USERPROFILE"];
  if (home) return home;
  try {
    return homedir() || undefined;
  } catch {
    // No passwd entry for this user: there is no home, which callers handle.
    return undefined;
  }
}
