// Looks at living processes through /proc (Linux): who descends from whom, who carries a mark, what
// they cost. Says so where /proc is missing.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Requirement } from "./require.ts";
import { signalIfAlive } from "./signal-if-alive.ts";

/** What a living process uses. */
export interface ProcessCost {
  readonly rssBytes: number;
  readonly peakRssBytes: number;
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  readonly threads: number;
}

/** A mark that a process and all its descendants carry in their environment, however they detach. */
export interface ProcessMark {
  /** Goes into the environment of the first process. */
  readonly env: Readonly<Record<string, string>>;
  /** Living processes that carry the mark. */
  pids(): number[];
  /** Kills them; returns how many there were. */
  killAll(): number;
}

const clockTicksPerSecond = 100;

/** Needs /proc. */
export function requireProc(): Requirement {
  const what = "/proc";
  return existsSync("/proc/self/status") ? { what } : { what, missing: "/proc is not mounted" };
}

/** A fresh mark. */
export function createProcessMark(): ProcessMark {
  const entry = `OMP_TESTKIT_MARK=${crypto.randomUUID()}`;
  const [name = "", value = ""] = entry.split("=");
  const pids = (): number[] =>
    livingPids().filter((pid) => readProc(pid, "environ")?.split("\0").includes(entry));
  return {
    env: { [name]: value },
    pids,
    killAll() {
      const found = pids();
      for (const pid of found) signalIfAlive(pid, "SIGKILL");
      return found.length;
    },
  };
}

/** Living children of `pid`, their children, and so on; zombies are not counted. */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const candidate of livingPids()) {
    const parent = statFields(candidate)?.parent;
    if (parent === undefined) continue;
    children.set(parent, [...(children.get(parent) ?? []), candidate]);
  }
  const found: number[] = [];
  const visit = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
}

/** True while `pid` runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  const state = statFields(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Memory and time of a living process; undefined when it is gone. */
export function costOf(pid: number): ProcessCost | undefined {
  const status = readProc(pid, "status");
  const stat = statFields(pid);
  if (status === undefined || stat === undefined) return undefined;
  const kilobytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * 1024;
  return {
    rssBytes: kilobytes("VmRSS"),
    peakRssBytes: kilobytes("VmHWM"),
    cpuMs: (stat.cpuTicks * 1000) / clockTicksPerSecond,
    threads: Number(/^Threads:\s+(\d+)$/m.exec(status)?.[1] ?? 0),
  };
}

function livingPids(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isAlive(pid));
}

function statFields(pid: number) {
  const stat = readProc(pid, "stat");
  if (stat === undefined) return undefined;
  // The name in parentheses may hold anything: what follows its last parenthesis is plain.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    state: fields[0] ?? "X",
    parent: Number(fields[1]),
    cpuTicks: Number(fields[11]) + Number(fields[12]),
  };
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Gone since it was listed, or not ours to read: either way there is nothing to see.
    return undefined;
  }
}
