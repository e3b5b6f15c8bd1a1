// Finds the processes of a session by looking at every process of the machine, where no kernel keeps them together:
// below the supervisor, in its session, or with the session's mark in the environment they started with. A process that
// daemonised with an empty environment is not found this way.
import {
  hasEnvironmentEntry,
  isChangingProgram,
  listPids,
  readProcess,
  selectDescendants,
  type ProcessInfo,
} from "../process/process-table.ts";

/** Strangers are looked at again after this; until then only newcomers are, so that a chain of forks is not outrun. */
const MEMORY_MS = 1_000;
/** How long a look waits for a process to show what it becomes. */
const CHANGE_LIMIT_MS = 200;

export interface ScanTarget {
  readonly supervisorPid: number;
  /** `NAME=value` in the environment. */
  readonly marker: string;
}

/** Looks in a row are cheap. */
export class SessionScan {
  readonly #target: ScanTarget;
  readonly #strangers = new Set<number>();
  #rememberedAt = -Infinity;

  constructor(target: ScanTarget) {
    this.#target = target;
  }

  look(): ProcessInfo[] {
    if (performance.now() - this.#rememberedAt > MEMORY_MS) this.#forget();
    const table = this.#readNewcomers();
    const found = new Map<number, ProcessInfo>();
    const add = (root: number): void => {
      for (const one of selectDescendants(table, root)) found.set(one.pid, one);
    };
    add(this.#target.supervisorPid);
    for (const one of table) {
      if (found.has(one.pid) || !this.#isMarked(one)) continue;
      found.set(one.pid, one);
      add(one.pid);
    }
    for (const { pid } of table) if (!found.has(pid)) this.#strangers.add(pid);
    return [...found.values()];
  }

  #forget(): void {
    this.#strangers.clear();
    this.#rememberedAt = performance.now();
  }

  /** The youngest first: the last link of a chain is the one to catch. */
  #readNewcomers(): ProcessInfo[] {
    const deadline = performance.now() + CHANGE_LIMIT_MS;
    for (;;) {
      const pids = listPids().filter((pid) => !this.#strangers.has(pid));
      const table = pids.toSorted((a, b) => b - a).flatMap((pid) => readProcess(pid) ?? []);
      const isSettled = !table.some(({ pid }) => isChangingProgram(pid));
      if (isSettled || performance.now() >= deadline) return table;
      Bun.sleepSync(1);
    }
  }

  #isMarked({ pid, sessionId, isZombie }: ProcessInfo): boolean {
    const { supervisorPid, marker } = this.#target;
    if (isZombie || pid === supervisorPid || pid === process.pid) return false;
    return sessionId === supervisorPid || hasEnvironmentEntry(pid, marker);
  }
}
