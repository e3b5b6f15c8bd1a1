// G4: opening a repository runs nothing of it, connects nowhere, reads nothing outside it and loosens no rule. Each
// repository is opened by the real binary while the system calls are watched.
import { describe, expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { HOSTILE } from "./testing/hostile-repositories.ts";
import { builtBinary, createOmp } from "./testing/omp-process.ts";
import { layOutHostile, OUTSIDE_TEXT } from "./testing/watch-system-calls.ts";

const watched = skipUnless(requireTool("strace"));

async function open(name: string, extra: readonly string[]) {
  await using omp = createOmp();
  const { workspace, models } = omp;
  const scene = layOutHostile(name, workspace);
  models.script(...(extra.length > 0 ? [reply(text("Hello."))] : []));
  const command = [builtBinary(), "--model", "fake/m", ...extra, "-p", "hi"];
  const run = await runProcess([...scene.strace, ...command], {
    cwd: scene.cwd,
    env: workspace.env(),
    deadlineMs: 20_000,
  });
  return {
    run,
    seen: scene.seen(),
    requests: [...models.requests],
    port: new URL(models.url).port,
    isPwned: scene.isPwned(),
    outside: scene.outside,
  };
}

/** What starting omp takes in any folder. */
const OWN_PROGRAMS = new Set([builtBinary()]);

function expectHarmless(opened: Awaited<ReturnType<typeof open>>): void {
  const { run, seen, requests, port, isPwned, outside } = opened;
  expect(run.isTimedOut).toBe(false);
  expect(isPwned).toBe(false);
  expect(seen.programs.filter((path) => !OWN_PROGRAMS.has(path))).toEqual([]);
  expect(seen.ports.filter((each) => each !== port)).toEqual([]);
  expect(seen.opened.filter((path) => path.startsWith(outside))).toEqual([]);
  expect(run.stdout + run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  for (const { body, headers } of requests) {
    expect(body).not.toContain(OUTSIDE_TEXT);
    expect(body).not.toContain("PWNED-PROMPT");
    expect(headers.get("x-api-key")).toBe("test-key");
  }
}

describe("a hostile repository", () => {
  test("there are at least 40 of them", () => {
    expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(40);
  });

  for (const name of Object.keys(HOSTILE)) {
    watched(
      name,
      async () => {
        const ignored = await open(name, ["--no-project"]);
        expect(ignored.run.exitCode).toBe(0);
        expect(ignored.requests).toHaveLength(1);
        expectHarmless(ignored);
      },
      40_000,
    );
  }

  // Settings wait for trust: without a person the run is refused, with a code of its own, before anything is asked.
  for (const name of Object.keys(HOSTILE).filter((each) => /^settings (?!in other)/.test(each)))
    watched(
      `${name}: refused without trust`,
      async () => {
        const refused = await open(name, []);
        expect(refused.run.exitCode).toBe(6);
        expect(refused.requests).toEqual([]);
        expectHarmless(refused);
      },
      40_000,
    );
});
