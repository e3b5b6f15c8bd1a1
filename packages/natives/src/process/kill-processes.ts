// Ending processes for good: politely, then by force, until a fresh look finds none. Never signals this process,
// its group, its parent or init.
import { listDescendants, readProcess, type ProcessInfo } from "./process-table.ts";

/** How a set of processes is brought down. */
export interface KillPlan {
  /** A fresh look at who must go; called again until it finds nobody. */
  readonly findTargets: () => readonly ProcessInfo[];
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  /** Process groups that hold others than targets, so that only single processes may be signalled. */
  readonly sharedGroupIds?: ReadonlySet<number>;
  /** A target that was stopped on purpose and must not wake up before it is killed. */
  readonly frozenPid?: number | undefined;
  /** How many looks in a row must find nobody. More than one where a look can miss a process in the middle of execve. */
  readonly emptyLooks?: number;
  /** When to give up on processes that SIGKILL cannot end (stuck in the kernel). */
  readonly giveUpMs?: number;
}

/** Who was found at the start and who could not be ended. */
export interface KillOutcome {
  readonly targeted: readonly ProcessInfo[];
  readonly survivors: readonly ProcessInfo[];
}

const DEFAULT_GRACE_MS = 75;
const DEFAULT_GIVE_UP_MS = 2_000;
const POLL_MS = 2;

/**
 * SIGTERM (with SIGCONT, so that stopped processes can act on it), a grace period, then SIGKILL in rounds. Groups are
 * signalled as a whole where possible: the kernel does that atomically, so that a chain of forks cannot outrun it.
 */
export async function killProcesses(plan: KillPlan): Promise<KillOutcome> {
  const { findTargets, graceMs = DEFAULT_GRACE_MS, giveUpMs = DEFAULT_GIVE_UP_MS } = plan;
  const mayReachGroup = groupGuard(plan.sharedGroupIds ?? new Set());
  const targeted = findTargets();
  if (targeted.length === 0) return { targeted, survivors: [] };

  if (graceMs > 0) {
    const frozen = targeted.find((one) => one.pid === plan.frozenPid);
    const awake = targeted.filter((one) => one !== frozen);
    const mayAskGroup = (id: number): boolean => mayReachGroup(id) && id !== frozen?.groupId;
    signalAll(awake, "SIGTERM", mayAskGroup);
    signalAll(awake, "SIGCONT", mayAskGroup);
    await waitUntilGone(() => findTargets().filter((one) => one.pid !== frozen?.pid), graceMs);
  }
  const deadline = performance.now() + giveUpMs;
  for (let emptyLooks = 0; ;) {
    const left = findTargets();
    emptyLooks = left.length === 0 ? emptyLooks + 1 : 0;
    const isDone = emptyLooks >= (plan.emptyLooks ?? 1);
    if (isDone || performance.now() >= deadline) return { targeted, survivors: left };
    signalAll(left, "SIGKILL", mayReachGroup);
    await Bun.sleep(left.length === 0 ? POLL_MS : 1);
  }
}

/** Ends `root` and everything below it. */
export function killTree(
  root: number,
  options: Omit<KillPlan, "findTargets"> = {},
): Promise<KillOutcome> {
  const known = new Map<number, ProcessInfo>();
  const findTargets = (): ProcessInfo[] => {
    const self = readProcess(root);
    const seen = self && !self.isZombie ? [self, ...listDescendants(root)] : [];
    for (const one of seen) known.set(one.pid, one);
    // Children whose parent died first hang elsewhere now: remember them by identity.
    const adrift = [...known.values()].filter((one) => !seen.includes(one) && isSameProcess(one));
    const theirs = adrift.flatMap((one) => listDescendants(one.pid));
    for (const one of theirs) known.set(one.pid, one);
    return [...seen, ...adrift, ...theirs];
  };
  return killProcesses({ ...options, findTargets });
}

/** A signal to one process, if it still is the one that was seen. */
export function signalNow(known: ProcessInfo, signal: "SIGKILL" | "SIGSTOP"): void {
  if (isSameProcess(known) && known.pid !== process.pid) sendSignal(known.pid, signal);
}

/** Whether the process is still running and is not a newcomer under the same pid. */
export function isSameProcess(known: ProcessInfo): boolean {
  const now = readProcess(known.pid);
  return now !== undefined && !now.isZombie && now.startTime === known.startTime;
}

async function waitUntilGone(find: () => readonly ProcessInfo[], limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    await Bun.sleep(POLL_MS);
    if (find().length === 0) return;
  }
}

type GroupGuard = (groupId: number) => boolean;

function groupGuard(shared: ReadonlySet<number>): GroupGuard {
  const own = readProcess(process.pid);
  return (groupId) => groupId > 1 && groupId !== own?.groupId && !shared.has(groupId);
}

function signalAll(
  targets: readonly ProcessInfo[],
  signal: "SIGTERM" | "SIGCONT" | "SIGKILL",
  mayReachGroup: GroupGuard,
): void {
  const pids = new Set(targets.map((one) => one.pid));
  // A group is ours when its leader is a target, or is gone: then only its offspring, our targets, is left in it.
  const isOurs = (id: number): boolean => pids.has(id) || readProcess(id) === undefined;
  const groups = new Set(
    targets.map((one) => one.groupId).filter((id) => mayReachGroup(id) && isOurs(id)),
  );
  for (const groupId of groups) sendSignal(-groupId, signal);
  for (const { pid, groupId } of targets) {
    if (!groups.has(groupId) && pid > 1 && pid !== process.pid && pid !== process.ppid) {
      sendSignal(pid, signal);
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it ended by itself. EPERM: it changed its user; it stays in the list and is reported as a survivor.
  }
}
