// Contract: no command gets out of any back end that holds on this machine. At least 60 ways are tried on each; what a
// back end cannot hold, its limits say.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SandboxWorld, workingBackends } from "../../testing/sandbox-world.ts";
import { ESCAPE_ATTEMPTS } from "./fixtures/escape-attempts.ts";

const { working, missing } = await workingBackends();
for (const reason of missing) console.log(`not run here: ${reason}`);

test("at least one back end holds on a Linux machine, and at least 60 attempts are made", () => {
  if (process.platform === "linux") expect(working.length).toBeGreaterThan(0);
  expect(new Set(ESCAPE_ATTEMPTS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
});

describe.each(working.map((backend) => [backend.name, backend] as const))("%s", (name, backend) => {
  let world: SandboxWorld;
  let before: Record<string, string>;
  beforeAll(async () => {
    world = await SandboxWorld.open(backend);
    await world.run("true");
    before = world.look();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("the workspace and the temp folder can be used", async () => {
    const { output, exitCode } = await world.run(
      'echo a > made && mkdir -p d && mv made d/ && cat d/made && t=$(mktemp) && echo b > "$t" && cat "$t" && rm -r d',
    );
    expect({ output, exitCode }).toEqual({ output: "a\nb\n", exitCode: 0 });
  });

  const held = ESCAPE_ATTEMPTS.filter(({ notHeldBy }) => notHeldBy?.includes(name) !== true);
  test.each(held.map((attempt) => [attempt.name, attempt.command] as const))(
    "%s",
    async (_, command) => {
      const { output } = await world.run(command);
      expect(output).not.toContain("ESCAPED");
      expect(world.look()).toEqual(before);
    },
  );

  const admitted = ESCAPE_ATTEMPTS.filter(({ notHeldBy }) => notHeldBy?.includes(name) === true);
  test.each(admitted.map((attempt) => [attempt.name, attempt.command] as const))(
    "%s is not held, and the limits say so",
    async (_, command) => {
      expect(backend.limits.join()).toContain("modes, owners and times");
      expect((await world.run(command)).output).toContain("ESCAPED");
    },
  );
});
