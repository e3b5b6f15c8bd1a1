// Opens a hostile repository with omp while the system calls are watched, and says what was started, asked and opened. Tests
// only.
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOSTILE } from "./hostile-repositories.ts";

/** Stands in a file beside each repository. */
export const OUTSIDE_TEXT = "outside-text-that-nobody-may-see-4711";

export interface Seen {
  readonly programs: readonly string[];
  /** Ports that were connected to. */
  readonly ports: readonly string[];
  readonly opened: readonly string[];
}

export interface HostileScene {
  /** Where omp is started. */
  readonly cwd: string;
  /** The folder that must not be looked into. */
  readonly outside: string;
  /** Goes before a command line. */
  readonly strace: readonly string[];
  seen(): Seen;
  isPwned(): boolean;
}

/** Puts a trick in place. */
export function layOutHostile(name: string, workspace: Workspace): HostileScene {
  const outside = join(workspace.root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret"), OUTSIDE_TEXT);
  const pwned = join(workspace.root, "PWNED");
  const trace = join(workspace.root, "trace");
  const cwd = HOSTILE[name]?.({
    workspace,
    mark: `touch ${pwned}`,
    script: `require("node:fs").writeFileSync(${JSON.stringify(pwned)}, "1");\nexport default () => {};`,
    outside: join(outside, "secret"),
    address: "http://127.0.0.1:9",
  });
  const calls = "trace=execve,connect,open,openat,openat2";
  return {
    cwd: cwd ?? workspace.path,
    outside,
    strace: ["strace", "-f", "-qq", "-s", "4096", "-e", calls, "-o", trace, "--"],
    seen: () => readTrace(trace),
    isPwned: () => existsSync(pwned) || existsSync(workspace.at("PWNED")),
  };
}

function readTrace(path: string): Seen {
  const lines = readFileSync(path, "utf8").split("\n");
  const all = (pattern: RegExp): string[] =>
    lines.filter((line) => !/= -1 E/.test(line)).flatMap((line) => pattern.exec(line)?.[1] ?? []);
  return {
    programs: all(/execve\("([^"]*)"/),
    ports: lines.flatMap((line) => /sin6?_port=htons\((\d+)\)/.exec(line)?.[1] ?? []),
    opened: all(/open(?:at)?2?\([^"]*"([^"]*)"/),
  };
}
