// Descendants are found however they detach, and costs are those of the kernel.
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { eventually } from "./eventually.ts";
import { startProcess } from "./process.ts";
import { costOf, createProcessMark, descendantsOf, isAlive, requireProc } from "./process-tree.ts";
import { requireTool, skipUnless } from "./require.ts";

const env = { PATH: process.env.PATH ?? "" };

skipUnless(requireProc())("counts children and grandchildren, not zombies", async () => {
  // The shell gives its place to a program that never collects its dead children.
  const script = "sh -c 'sleep 1000 & wait' & true & exec sleep 1000";
  await using child = startProcess(["sh", "-c", script], { env });
  await eventually(() => descendantsOf(child.pid).length === 2);
  const [zombie] = await eventually(() => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    const dead = children
      .trim()
      .split(" ")
      .map(Number)
      .filter((pid) => !isAlive(pid));
    return dead.length === 1 ? dead : null;
  });
  expect(readFileSync(`/proc/${zombie}/stat`, "utf8")).toContain(") Z ");
  // Until the shell has given its place away, its children come and go.
  await eventually(() => descendantsOf(child.pid).length === 2);
  expect(descendantsOf(child.pid)).not.toContain(zombie ?? 0);
});

skipUnless(requireProc(), requireTool("setsid"))(
  "the mark finds a grandchild that left its session and its parent",
  async () => {
    const mark = createProcessMark();
    const script = "(setsid sleep 1000 >/dev/null 2>&1 <&- &) ; echo gone";
    await using child = startProcess(["sh", "-c", script], { env: { ...env, ...mark.env } });
    await child.exited;
    const [orphan] = await eventually(() => (mark.pids().length === 1 ? mark.pids() : null));
    expect(isAlive(orphan ?? 0)).toBe(true);
    expect(mark.killAll()).toBe(1);
    await eventually(() => mark.pids().length === 0);
  },
);

skipUnless(requireProc())("memory, peak memory and CPU time come from the kernel", async () => {
  const burn = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo ready; read x";
  await using child = startProcess(["sh", "-c", burn], { env });
  await child.waitForStdout((out) => out.includes("ready"));
  const cost = costOf(child.pid);
  expect(cost?.rssBytes).toBeGreaterThan(100_000);
  expect(cost?.peakRssBytes).toBeGreaterThanOrEqual(cost?.rssBytes ?? Infinity);
  expect(cost?.cpuMs).toBeGreaterThanOrEqual(10);
  expect(cost?.threads).toBe(1);
  child.kill("SIGKILL");
  await child.exited;
  expect(costOf(child.pid)).toBeUndefined();
});
