// What the system says about running processes: identity, parentage, memory. Reads only; it signals nobody.
import { readFileSync, readdirSync } from "node:fs";
import { readCommandOutput } from "./spawn.ts";

/** One process as the kernel showed it; `startTime` tells it apart from a later process with the same pid. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly sessionId: number;
  /** Opaque: equal for equal processes, different after the pid was reused. */
  readonly startTime: string;
  /** A zombie has ended and only waits to be collected. */
  readonly isZombie: boolean;
  /** Whether it does nothing until it is told to go on. */
  readonly isStopped: boolean;
  /** Short program name, at most 15 bytes on Linux. */
  readonly name: string;
}

/** A tree that changes all the time is taken as it was seen last. */
const MAX_READINGS = 20;
const KERNEL_THREAD = 0x0020_0000;

const hasProcFs = (): boolean => process.platform === "linux";

/** The process with this pid, or undefined when there is none (any more). */
export function readProcess(pid: number): ProcessInfo | undefined {
  if (!hasProcFs()) return listProcesses().find((one) => one.pid === pid);
  const stat = readProcFile(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : parseStat(stat);
}

/** Every process that this user can see. */
export function listProcesses(): ProcessInfo[] {
  return hasProcFs() ? listPids().flatMap((pid) => readProcess(pid) ?? []) : listWithPs();
}

export function listPids(): number[] {
  if (!hasProcFs()) return listWithPs().map(({ pid }) => pid);
  return readdirSync("/proc").flatMap((entry) => {
    const first = entry.charCodeAt(0);
    return first < 48 || first > 57 ? [] : Number(entry);
  });
}

/** Direct children of all threads of a process, cheaply: one or two small reads. Zombies included. */
export function listChildPids(pid: number): number[] {
  if (!hasProcFs())
    return listProcesses().flatMap((one) => (one.parentPid === pid ? [one.pid] : []));
  const pids: number[] = [];
  for (const thread of readThreadIds(pid)) {
    const text = readProcFile(`/proc/${pid}/task/${thread}/children`);
    if (text) for (const part of text.trim().split(" ")) if (part) pids.push(Number(part));
  }
  return pids;
}

/**
 * Everything below `root`, parents before children, without `root` itself and without zombies. A child whose parent ends
 * while the tree is read moves elsewhere and could be missed: the tree is read until two readings agree.
 */
export function listDescendants(root: number): ProcessInfo[] {
  if (!hasProcFs()) return selectDescendants(listProcesses(), root);
  let last = readTree(root);
  for (let readings = 1; readings < MAX_READINGS; readings++) {
    const next = readTree(root);
    if (next.pids === last.pids) return next.alive;
    last = next;
  }
  return last.alive;
}

/** `pids` names all that were met, ended ones too. */
function readTree(root: number): { readonly alive: ProcessInfo[]; readonly pids: string } {
  const met = new Map<number, ProcessInfo | undefined>();
  const queue = [root];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const pid of listChildPids(parent)) {
      if (met.has(pid)) continue;
      const info = readProcess(pid);
      met.set(pid, info);
      if (info && !info.isZombie) queue.push(pid);
    }
  }
  const alive = [...met.values()].flatMap((info) => (info && !info.isZombie ? info : []));
  return { alive, pids: [...met.keys()].join() };
}

/** The same over a table that was read before: pure. */
export function selectDescendants(table: readonly ProcessInfo[], root: number): ProcessInfo[] {
  const byParent = Map.groupBy(table, (one) => one.parentPid);
  const found: ProcessInfo[] = [];
  const queue = [root];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of byParent.get(parent) ?? []) {
      if (child.isZombie || child.pid === root) continue;
      found.push(child);
      queue.push(child.pid);
    }
  }
  return found;
}

/** Whether the environment a process was started with holds `name=value`. Linux only; false elsewhere. */
export function hasEnvironmentEntry(pid: number, entry: string): boolean {
  const environ = hasProcFs() ? readProcFile(`/proc/${pid}/environ`) : undefined;
  return environ !== undefined && `\0${environ}`.includes(`\0${entry}\0`);
}

/**
 * Whether a process is in the middle of execve: for that moment, which is long on a busy machine, it shows neither an
 * environment nor a command line. Linux only; false elsewhere.
 */
export function isChangingProgram(pid: number): boolean {
  if (!hasProcFs() || readProcFile(`/proc/${pid}/environ`) !== "") return false;
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined || parseStat(stat)?.isZombie !== false) return false;
  const flags = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[6]);
  return (flags & KERNEL_THREAD) === 0 && readProcFile(`/proc/${pid}/cmdline`) === "";
}

/** The pid by which a process inside its own pid namespace knows itself. */
export function innermostPid(pid: number): number {
  const line = /^NSpid:\s*(.*)$/m.exec(readProcFile(`/proc/${pid}/status`) ?? "");
  return Number(line?.[1]?.trim().split(/\s+/).at(-1) ?? pid);
}

/** Command line of a process, arguments joined by blanks; its name when there is none. */
export function readCommandLine(pid: number): string | undefined {
  const text = hasProcFs() ? readProcFile(`/proc/${pid}/cmdline`) : undefined;
  return text ? text.split("\0").join(" ").trim() : readProcess(pid)?.name;
}

/** Resident memory of a process in bytes, or undefined when it is gone. */
export function readRssBytes(pid: number): number | undefined {
  if (!hasProcFs()) {
    const shown = runPs(["-o", "rss=", "-p", String(pid)]).trim();
    return shown === "" ? undefined : Number(shown) * 1024;
  }
  const line = /^VmRSS:\s*(\d+) kB$/m.exec(readProcFile(`/proc/${pid}/status`) ?? "");
  return line?.[1] === undefined ? undefined : Number(line[1]) * 1024;
}

function readProcFile(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined; // The process ended between two looks, or belongs to somebody else.
  }
}

function readThreadIds(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // Ended between two looks.
  }
}

/** Fields after the program name, which may itself hold blanks and parentheses: cut at the last one. */
function parseStat(stat: string): ProcessInfo | undefined {
  const open = stat.indexOf("(");
  const close = stat.lastIndexOf(")");
  if (open < 0 || close < open) return undefined;
  const fields = stat.slice(close + 2).split(" ");
  const at = (index: number): number => Number(fields[index] ?? 0);
  return {
    pid: Number(stat.slice(0, open)),
    name: stat.slice(open + 1, close),
    isZombie: fields[0] === "Z" || fields[0] === "X",
    isStopped: fields[0] === "T" || fields[0] === "t",
    parentPid: at(1),
    groupId: at(2),
    sessionId: at(3),
    startTime: fields[19] ?? "",
  };
}

function listWithPs(): ProcessInfo[] {
  return parsePsTable(runPs(["-axo", "pid=,ppid=,pgid=,sess=,stat=,lstart=,comm="]));
}

/** Reads `ps` rows of pid, parent, group, session, state, start (five words) and program name. */
export function parsePsTable(text: string): ProcessInfo[] {
  return text.split("\n").flatMap((row) => {
    const [pid, parent, group, session, state, ...rest] = row.trim().split(/\s+/);
    if (!pid || !state) return [];
    return {
      pid: Number(pid),
      parentPid: Number(parent),
      groupId: Number(group),
      sessionId: Number(session) || 0,
      isZombie: state.startsWith("Z"),
      isStopped: state.startsWith("T"),
      startTime: rest.slice(0, 5).join(" "),
      name: rest.slice(5).join(" "),
    };
  });
}

function runPs(args: readonly string[]): string {
  return readCommandOutput(["/bin/ps", ...args]);
}
