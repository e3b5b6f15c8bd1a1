// Shown with children that leave their session and their parent: none outlives its command.
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ShellRunner } from "../../services/shell-runner.ts";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult, unknown } from "./proof.ts";

export async function orphans(world: PrivateWorld): Promise<ProofResult> {
  if (world.host.platform !== "linux") return unknown("looked for in /proc, which is not there");
  const pids = join(world.root, "pids");
  mkdirSync(pids);
  const stay = `sh -c 'trap "" TERM HUP; touch ${pids}/$$; exec sleep 300' >/dev/null 2>&1`;
  const ways = [`${stay} &`, `nohup ${stay} &`, `setsid ${stay} &`, `(setsid ${stay} &) ;`];
  const started = `until [ $(ls ${pids} | wc -l) -ge ${ways.length} ]; do sleep 0.05; done`;
  const command = `${ways.join(" ")} ${started}`;
  const cwd = world.project;
  await using runner = new ShellRunner({ cwd, env: world.env() });
  const { signal } = new AbortController();
  await runner.run({ command, cwd, env: {}, timeoutMs: 10_000 }, signal);
  const all = readdirSync(pids);
  if (all.length < ways.length) return unknown("the processes could not be started");
  const alive = all.filter((pid) => existsSync(`/proc/${pid}`) && isSleeping(pid));
  if (alive.length > 0) return fails(`${alive.length} of ${all.length} are still running`);
  return holds(`${all.length} processes that detached themselves and ignored signals are gone`);
}

function isSleeping(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep");
  } catch {
    // It ended while it was looked at.
    return false;
  }
}
