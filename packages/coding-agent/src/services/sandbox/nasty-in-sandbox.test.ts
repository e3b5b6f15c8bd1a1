// Contract: no process outlives its command inside a sandbox either, however it tries to get away; the shell goes on.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { NASTY_CHILDREN, findTagged, withTag } from "@oh-my-pi/pi-testkit/nasty-children";
import { SandboxWorld, workingBackends } from "../../testing/sandbox-world.ts";

setDefaultTimeout(60_000);
const { working } = await workingBackends();
const newTag = (): string => `nasty-${crypto.randomUUID()}`;
const everything = (tag: string): string =>
  Object.values(NASTY_CHILDREN)
    .map((command) => withTag(command, tag))
    .join("\n");

test("at least thirty kinds of children are tried", () => {
  expect(Object.keys(NASTY_CHILDREN).length).toBeGreaterThanOrEqual(30);
});

describe.each(working.map((backend) => [backend.name, backend] as const))("%s", (_, backend) => {
  let world: SandboxWorld;
  beforeAll(async () => {
    world = await SandboxWorld.open(backend);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each(Object.entries(NASTY_CHILDREN))("%s", async (_name, command) => {
    const tag = newTag();
    await world.run(withTag(command, tag));
    expect(findTagged(tag)).toEqual([]);
    expect((await world.run("echo alive")).output).toEndWith("alive\n");
  });

  test("all of them at once, ended by a time limit", async () => {
    const tag = newTag();
    const command = `${everything(tag)}\nsleep 1000`;
    const request = { command, env: {}, timeoutMs: 400 };
    const end = await world.runner.run(request, new AbortController().signal);
    expect(end.how).toBe("timeout");
    expect(findTagged(tag)).toEqual([]);
    expect((await world.run("echo alive")).output).toEndWith("alive\n");
  });

  test("all of them at once, ended with the session", async () => {
    const tag = newTag();
    {
      await using other = await SandboxWorld.open(backend);
      const request = { command: `${everything(tag)}\nsleep 1000`, env: {}, timeoutMs: 60_000 };
      const running = other.runner.start(request, new AbortController().signal);
      running.end.catch(() => undefined); // It is ended under way.
      while (findTagged(tag).length < 20) await Bun.sleep(5);
    }
    expect(findTagged(tag)).toEqual([]);
  });
});
