// The report says what holds here, is dated, and fails when something does not hold.
import { expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Host } from "../../platform/host.ts";
import { proofs } from "../prove/proofs.ts";

function hostOf(workspace: ReturnType<typeof createWorkspace>): Host {
  const { home, root: tmp, path: cwd } = workspace;
  const tty = { isStdinTty: false, isStdoutTty: false, isStderrTty: false };
  const { pid, platform } = process;
  return { env: workspace.env(), home, tmp, cwd, pid, platform, now: Date.now, ...tty };
}

test("each promise is shown, and a file that others can read is found", async () => {
  using workspace = createWorkspace();
  const agentDir = join(workspace.home, ".omp/agent");
  await Bun.write(join(agentDir, "config.yml"), "");
  chmodSync(join(agentDir, "config.yml"), 0o600);
  const states = async (): Promise<string[]> => {
    using scratch = createWorkspace();
    const all = proofs(hostOf(workspace), scratch.path);
    return await Promise.all(all.map(async ({ show }) => (await show()).state));
  };
  expect(await states()).toEqual([
    "holds",
    "holds",
    "holds",
    expect.stringMatching(/holds|fails|unknown/),
    "holds",
    "unknown",
  ]);
  writeFileSync(join(agentDir, "open.txt"), "");
  chmodSync(join(agentDir, "open.txt"), 0o644);
  expect((await states())[4]).toBe("fails");
}, 20_000);
