// Contract: process lists are true, trees are ended whole, and this process and its relatives are never signalled.
import { describe, expect, test } from "bun:test";
import { killProcesses, killTree } from "./kill-processes.ts";
import {
  hasEnvironmentEntry,
  listChildPids,
  listDescendants,
  listProcesses,
  parsePsTable,
  readCommandLine,
  readProcess,
  readRssBytes,
  selectDescendants,
  type ProcessInfo,
} from "./process-table.ts";
import { readSystemInfo } from "./system-info.ts";

const onLinux = process.platform === "linux";

async function startTree(): Promise<Bun.Subprocess<"ignore", "pipe", "inherit">> {
  const script = "(sleep 300 & sleep 300) & bash -c 'sleep 300; :' & echo up; wait";
  const child = Bun.spawn(["bash", "-c", script, "a (strange) name"], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, TREE_MARK: "here" },
  });
  await child.stdout.getReader().read();
  const deadline = performance.now() + 5_000;
  while (listDescendants(child.pid).length < 5 && performance.now() < deadline) await Bun.sleep(2);
  return child;
}

describe.skipIf(!onLinux)("process table", () => {
  test("a process knows its parent, group, session, name, memory and command line", () => {
    const self = readProcess(process.pid);
    expect(self).toMatchObject({ pid: process.pid, parentPid: process.ppid, isZombie: false });
    expect(readProcess(2 ** 30)).toBeUndefined();
    expect(listProcesses().map((one) => one.pid)).toContain(process.pid);
    expect(readRssBytes(process.pid)).toBeGreaterThan(1e6);
    expect(readRssBytes(2 ** 30)).toBeUndefined();
    expect(readCommandLine(process.pid)).toContain("test");
  });

  test("descendants are found by either way of looking, to any depth", async () => {
    const child = await startTree();
    const byChildren = listDescendants(child.pid).map((one) => one.pid);
    const byTable = selectDescendants(listProcesses(), child.pid).map((one) => one.pid);
    expect(new Set(byChildren)).toEqual(new Set(byTable));
    expect(byChildren).toHaveLength(5);
    expect(listChildPids(process.pid)).toContain(child.pid);
    expect(hasEnvironmentEntry(child.pid, "TREE_MARK=here")).toBe(true);
    expect(hasEnvironmentEntry(child.pid, "TREE_MARK=her")).toBe(false);
    const outcome = await killTree(child.pid);
    expect(outcome.survivors).toEqual([]);
    expect(outcome.targeted).toHaveLength(6);
    expect(byChildren.map(readProcess).filter((one) => one && !one.isZombie)).toEqual([]);
  });

  test("a tree that will not go is ended by force", async () => {
    const child = Bun.spawn(["bash", "-c", "trap '' TERM; echo up; while :; do sleep 300; done"], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    await child.stdout.getReader().read();
    expect(await killTree(child.pid, { graceMs: 20 })).toMatchObject({ survivors: [] });
    expect(await child.exited).toBe(137);
  });
});

test("names with blanks and parentheses, and rows of ps, are read right", () => {
  const rows = parsePsTable(
    "  10     1    10    0 Ss   Mon Nov 16 01:00:00 2026 my program\n  11    10    10    0 Z+   Mon Nov 16 01:00:01 2026 (gone)\n\n",
  );
  expect(rows).toEqual([
    {
      pid: 10,
      parentPid: 1,
      groupId: 10,
      sessionId: 0,
      isZombie: false,
      isStopped: false,
      startTime: "Mon Nov 16 01:00:00 2026",
      name: "my program",
    },
    {
      pid: 11,
      parentPid: 10,
      groupId: 10,
      sessionId: 0,
      isZombie: true,
      isStopped: false,
      startTime: "Mon Nov 16 01:00:01 2026",
      name: "(gone)",
    },
  ]);
});

test.skipIf(!onLinux)(
  "this process, its parent, its group and init are never signalled",
  async () => {
    const self = readProcess(process.pid) as ProcessInfo;
    const relatives: ProcessInfo[] = [
      self,
      { ...self, pid: process.ppid },
      { ...self, pid: 1, groupId: 1 },
      { ...self, pid: 0, groupId: 0 },
    ];
    const signals: string[] = [];
    const note = (): void => void signals.push("SIGTERM");
    process.on("SIGTERM", note);
    const { survivors } = await killProcesses({
      findTargets: () => relatives,
      graceMs: 10,
      giveUpMs: 20,
    });
    process.off("SIGTERM", note);
    expect(signals).toEqual([]);
    expect(survivors).toEqual(relatives);
  },
);

test("the machine is described", () => {
  const info = readSystemInfo();
  expect(info).toMatchObject({ platform: process.platform, arch: process.arch });
  expect(info.cpuCount).toBeGreaterThan(0);
  expect(info.freeMemoryBytes).toBeLessThanOrEqual(info.totalMemoryBytes);
});
