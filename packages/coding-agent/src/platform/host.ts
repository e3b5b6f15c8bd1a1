// The machine as omp sees it, read once at start: environment, places, terminal. With its siblings the
// only code that touches `process`; everything else is given a Host.
import { mkdtempSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isTty } from "./is-tty.ts";
import { userEnvironment } from "./user-environment.ts";

/** What a process runs on. A plain value, so that tests and embedders can make their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory, or undefined where there is none (a service account, a bare container). */
  readonly home: string | undefined;
  readonly tmp: string;
  readonly cwd: string;
  readonly pid: number;
  /** The user's number; absent where users have none. */
  readonly userId?: number | undefined;
  readonly platform: NodeJS.Platform;
  readonly isStdinTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  readonly now: () => number;
}

/** Reads the running process. */
export function readHost(): Host {
  const home = readHome();
  return {
    env: userEnvironment(process.env, home),
    home: home ?? makeHome(),
    tmp: tmpdir(),
    cwd: process.cwd(),
    pid: process.pid,
    userId: process.getuid?.(),
    platform: process.platform,
    isStdinTty: isTty(0),
    isStdoutTty: isTty(1),
    isStderrTty: isTty(2),
    now: Date.now,
  };
}

function readHome(): string | undefined {
  const home = process.env["HOME"] || process.env["USERPROFILE"];
  if (home) return home;
  try {
    return homedir() || undefined;
  } catch {
    // No passwd entry for this user.
    return undefined;
  }
}

/** Without a home a fresh private folder serves for this run: a fixed name in the temp directory could be anybody's. */
function makeHome(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "omp-home-"));
  } catch {
    // Not even the temp directory can be written; what needs a place says so itself.
    return undefined;
  }
}
