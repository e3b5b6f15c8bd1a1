// Contract: whenever omp dies or ends a sandboxed shell, while it starts or later, no process of the sandbox lives on.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { findTagged } from "@oh-my-pi/pi-testkit/nasty-children";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { SandboxWorld, workingBackends } from "../../testing/sandbox-world.ts";

type Folder = ReturnType<typeof createWorkspace>;

const OWNER = join(import.meta.dir, "../../testing/doomed-shell.ts");
const DOOR = join(import.meta.dir, "../../testing/doomed-door.ts");
setDefaultTimeout(60_000);
const { working } = await workingBackends();
/** Spread over the whole start of a shell; what is asked for holds wherever they fall. */
const MOMENTS_MS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 50, 60, 80, 110, 150, 250];

describe.each(working.map((backend) => [backend.name, backend] as const))("%s", (name, backend) => {
  test("its owner is killed at any moment of the start", async () => {
    using folder = createWorkspace();
    const tags = await Promise.all(MOMENTS_MS.map((moment) => killAfter(folder, name, moment)));
    const survivors = (): number[] => tags.flatMap(findTagged);
    await eventually(() => survivors().length === 0, { timeoutMs: 20_000, what: "nobody left" });
  });

  test("it is ended at any moment of the start", async () => {
    await using world = await SandboxWorld.open(backend);
    await Promise.all(
      MOMENTS_MS.map(async (moment) => {
        const command = "while :; do sleep 300; done";
        const stop = new AbortController();
        const running = world.runner.start({ command, env: {}, timeoutMs: 60_000 }, stop.signal, {
          apart: true,
        });
        await Bun.sleep(moment);
        stop.abort();
        await running.end.catch(() => undefined);
      }),
    );
    await world.runner[Symbol.asyncDispose]();
    expect(findTagged(world.workspace)).toEqual([]);
  });
});

test.skipIf(!working.some(({ hasOwnLoopback }) => hasOwnLoopback))(
  "the door to granted hosts closes when its owner is killed",
  async () => {
    const tag = `door-${crypto.randomUUID()}`;
    const owner = Bun.spawn([process.execPath, DOOR, tag], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { value } = await owner.stdout.getReader().read();
    expect(Buffer.from(value ?? []).toString()).toBe("open\n");
    expect(findTagged(tag).length).toBeGreaterThan(1);
    owner.kill("SIGKILL");
    await owner.exited;
    await eventually(() => findTagged(tag).length === 0, { timeoutMs: 20_000, what: "the end" });
  },
);

/** Gives the tag that all processes of the shell carry: it is part of the path of the workspace. */
async function killAfter(folder: Folder, name: string, momentMs: number): Promise<string> {
  const tag = `doomed-${crypto.randomUUID()}`;
  const [workspace, scratch] = [folder.at(tag), folder.at(`scratch-${momentMs}`)];
  for (const path of [workspace, scratch]) mkdirSync(path);
  const owner = Bun.spawn([process.execPath, OWNER, name, workspace, scratch], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { value } = await owner.stdout.getReader().read();
  expect(Buffer.from(value ?? []).toString()).toBe("starting\n");
  await Bun.sleep(momentMs);
  owner.kill("SIGKILL");
  await owner.exited;
  return tag;
}
