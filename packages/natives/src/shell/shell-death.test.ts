// Contract: when the process that owns a session dies, by whatever signal, nothing of the session survives it (G11).
import { expect, test } from "bun:test";
import { join } from "node:path";
import { findTagged } from "@oh-my-pi/pi-testkit/nasty-children";
import { listProcesses, readProcess } from "../process/process-table.ts";

const OWNER = join(import.meta.dir, "fixtures/doomed-owner.ts");
const DEADLINE_MS = 10_000;

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!condition() && performance.now() < deadline) await Bun.sleep(5);
}

test.skipIf(process.platform !== "linux").each([
  ["SIGKILL", "kept"],
  ["SIGKILL", "running"],
  ["SIGTERM", "running"],
  ["SIGSEGV", "kept"],
])("%s of the owner, command %s", async (signal, mode) => {
  const tag = `nasty-${crypto.randomUUID()}`;
  const owner = Bun.spawn([process.execPath, OWNER, tag, mode], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const reader = owner.stdout.getReader();
  const first = await reader.read();
  expect(Buffer.from(first.value ?? []).toString()).toContain("armed");
  const supervisors = listProcesses().filter((one) => one.parentPid === owner.pid && !one.isZombie);
  expect(supervisors).toHaveLength(1);
  expect(findTagged(tag).length).toBeGreaterThan(10);

  owner.kill(signal as NodeJS.Signals);
  await owner.exited;
  const isAlive = (pid: number): boolean => readProcess(pid)?.isZombie === false;
  const isGone = (): boolean =>
    supervisors.every((one) => !isAlive(one.pid)) &&
    findTagged(tag).filter((pid) => pid !== owner.pid).length === 0;
  await until(isGone);
  expect(findTagged(tag)).toEqual([]);
  expect(supervisors.filter((one) => isAlive(one.pid))).toEqual([]);
});
