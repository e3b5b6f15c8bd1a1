// Which processes belong to a supervised session: its own machinery, and what its commands left behind.
import { signalNow } from "../process/kill-processes.ts";
import {
  innermostPid,
  listChildPids,
  listDescendants,
  readProcess,
  type ProcessInfo,
} from "../process/process-table.ts";
import { SessionScan } from "./session-scan.ts";

/** What is known about a session from its start. */
export interface SessionIdentity {
  readonly supervisorPid: number;
  /** `NAME=value` that every process of the session inherits unless it clears its environment. */
  readonly marker: string;
  /** Whether orphans come back to the supervisor. */
  readonly isSubreaper: boolean;
  /** Whether the worker may live in another pid namespace. */
  readonly isWrapped: boolean;
}

/** A scan can miss a process that starts while it runs. */
const SCAN_EMPTY_LOOKS = 3;

/** Keeps the session's own processes apart from those of the user's commands. */
export class SessionProcesses {
  readonly #identity: SessionIdentity;
  readonly #scan: SessionScan;
  readonly #keepers = new Set<number>();
  #worker: number | undefined;
  #standby: number | undefined;

  constructor(identity: SessionIdentity) {
    this.#identity = identity;
    this.#scan = new SessionScan(identity);
    this.#keepers.add(identity.supervisorPid);
  }

  /** The shell that runs commands. */
  get worker(): number | undefined {
    return this.#worker;
  }

  get standby(): number | undefined {
    return this.#standby;
  }

  /** A process of the machinery. */
  addKeeper(pid: number): void {
    this.#keepers.add(pid);
  }

  /** A worker reported itself: it, and what stands between it and the supervisor, is ours. */
  setWorker(reportedPid: number): void {
    this.#worker = this.#hostPid(reportedPid);
    let above = this.#worker === undefined ? undefined : readProcess(this.#worker);
    while (above && above.pid !== this.#identity.supervisorPid && above.parentPid > 1) {
      if (above.pid !== this.#worker) this.#keepers.add(above.pid);
      above = readProcess(above.parentPid);
    }
  }

  /** Stops the worker where it is; only SIGKILL can end it then. */
  freezeWorker(): void {
    const info = this.#worker === undefined ? undefined : readProcess(this.#worker);
    if (info) signalNow(info, "SIGSTOP");
  }

  clearWorker(): void {
    this.#worker = undefined;
  }

  /** A new fork stands by; returns the one it replaces. */
  setStandby(reportedPid: number): ProcessInfo | undefined {
    const old = this.#standby;
    this.#standby = this.#hostPid(reportedPid);
    return old === undefined ? undefined : readProcess(old);
  }

  /** The standby becomes the parent of the next worker. */
  promoteStandby(): void {
    if (this.#standby !== undefined) this.#keepers.add(this.#standby);
    this.#standby = undefined;
  }

  /** How many looks in a row must find nobody before nobody is there. */
  get emptyLooks(): number {
    return this.#isExact() ? 1 : SCAN_EMPTY_LOOKS;
  }

  /** Everything alive in the session except the supervisor. */
  findAll(): ProcessInfo[] {
    return this.#isExact() ? listDescendants(this.#identity.supervisorPid) : this.#scan.look();
  }

  /** What commands started and the session does not need. */
  findLeftovers(): ProcessInfo[] {
    if (this.#identity.isSubreaper && this.#hasOnlyOwnChildren()) return [];
    return this.findAll().filter(({ pid }) => !this.#isOwn(pid));
  }

  /** Groups that hold processes of the session itself, except the worker's when that one is to go too. */
  sharedGroupIds(options: { readonly exceptWorker: boolean }): Set<number> {
    const kept = [...this.#keepers, this.#standby, options.exceptWorker ? undefined : this.#worker];
    return new Set(
      kept.flatMap((pid) => (pid === undefined ? [] : (readProcess(pid)?.groupId ?? []))),
    );
  }

  #isExact(): boolean {
    const { supervisorPid, isSubreaper } = this.#identity;
    return isSubreaper && readProcess(supervisorPid)?.isZombie === false;
  }

  #isOwn(pid: number): boolean {
    return pid === this.#worker || pid === this.#standby || this.#keepers.has(pid);
  }

  /** The usual case after a command, without reading up on each process: a standby never has children. */
  #hasOnlyOwnChildren(): boolean {
    if (this.#worker === undefined) return false;
    const parents = [this.#worker, ...this.#keepers];
    return parents.every((parent) => listChildPids(parent).every((pid) => this.#isOwn(pid)));
  }

  #hostPid(reportedPid: number): number | undefined {
    if (!this.#identity.isWrapped) return reportedPid;
    return this.findAll().find((one) => innermostPid(one.pid) === reportedPid)?.pid;
  }
}
