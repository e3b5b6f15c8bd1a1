// A proof that finds something amiss says so: on a machine without any sandbox, and where what is promised is broken on purpose.
import { expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync } from "node:fs";
import { createSession } from "./assemble.ts";
import { userSettings } from "./assemble/session-settings.ts";
import { createWorld, type PrivateWorld } from "./cli/prove/private-world.ts";
import { prefix } from "./cli/prove/prefix.ts";
import { sandbox } from "./cli/prove/sandbox.ts";
import { secrets } from "./cli/prove/secrets.ts";
import type { Host } from "./platform/host.ts";
import type { Launch } from "./session/launch.ts";

const assembly = { createSession, loadSettings: userSettings };

function worldOf(workspace: ReturnType<typeof createWorkspace>, more: Partial<Host> = {}) {
  const { home, root: tmp, path: cwd } = workspace;
  const tty = { isStdinTty: false, isStdoutTty: false, isStderrTty: false };
  const { pid, platform } = process;
  const host = { env: workspace.env(), home, tmp, cwd, pid, platform, now: Date.now, ...tty };
  return createWorld({ ...host, ...more }, assembly, []);
}

/** The same world, in which sessions are opened otherwise. */
function spoiled(world: PrivateWorld, change: (launch: Partial<Launch>) => Partial<Launch>) {
  return {
    ...world,
    open: (launch = {}, extra = {}) => world.open({ ...launch, ...change(launch) }, extra),
  } satisfies PrivateWorld;
}

const settingsOf = (values: Readonly<Record<string, unknown>>) => () => ({
  overrides: [{ name: "override", source: "test", values } as const],
});

test("a system without a sandbox: it does not hold, and why", async () => {
  using workspace = createWorkspace();
  await using world = worldOf(workspace, { platform: "freebsd" });
  const result = await sandbox(world);
  expect(result.state).toBe("fails");
  expect(result.detail).toContain("No sandbox works here");
  expect(existsSync(`${world.root}/beside/made`)).toBe(false);
});

test("secrets that are sent are found", async () => {
  using workspace = createWorkspace();
  await using world = worldOf(workspace);
  const off = spoiled(world, settingsOf({ secrets: { enabled: false } }));
  expect(await secrets(off)).toMatchObject({ state: "fails" });
});

test("instructions that change when a session is opened again are found", async () => {
  using workspace = createWorkspace();
  await using world = worldOf(workspace);
  const changed = spoiled(world, ({ sessionFile }) => ({
    systemPrompt: sessionFile === undefined ? "One." : "Two.",
  }));
  const result = await prefix(changed);
  expect(result).toMatchObject({ state: "fails" });
  expect(result.detail).toContain("the instructions");
});
