// Contract: every step is reported, only failing ones are shown, one failure fails the whole, and two run side by side.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeTree } from "../layers/temp-tree.ts";
import { runCheck } from "./run-check.ts";
import type { Step } from "./step.ts";

function shell(name: string, script: string): Step {
  return { name, command: ["sh", "-c", script] };
}

async function check(steps: readonly Step[], { workers = 2, cwd = import.meta.dir } = {}) {
  const lines: string[] = [];
  const exitCode = await runCheck(steps, { cwd, workers, print: (text) => lines.push(text) });
  return { exitCode, lines, output: lines.join("\n") };
}

describe("runCheck", () => {
  test("all steps succeed: a line for each, no output of theirs", async () => {
    const { exitCode, lines } = await check([shell("a", "echo noise"), shell("b", "true")]);
    expect(exitCode).toBe(0);
    expect(
      lines
        .slice(0, 2)
        .toSorted()
        .map((line) => line.replace(/ +\d.*/, "")),
    ).toEqual(["ok    a", "ok    b"]);
    expect(lines.at(-1)).toMatch(/check: 2 steps in \d+\.\d s, all ok/);
    expect(lines.join("\n")).not.toContain("noise");
  });

  test("a failing step: exit 1, its output of both kinds, the others still run", async () => {
    const steps = [
      shell("broken", "echo to-stdout; echo to-stderr >&2; exit 3"),
      shell("quiet", "exit 1"),
      shell("fine", "echo noise"),
    ];
    const { exitCode, output } = await check(steps);
    expect(exitCode).toBe(1);
    expect(output).toContain("FAIL  broken");
    expect(output).toContain("ok    fine");
    expect(output).toContain("to-stdout\nto-stderr");
    expect(output).toContain("(it printed nothing)");
    expect(output).not.toContain("noise");
    expect(output).toContain("failed: broken, quiet");
  });

  test("a program that is not there fails its step only", async () => {
    const steps = [{ name: "absent", command: ["no-such-program"] }, shell("fine", "true")];
    const { exitCode, output } = await check(steps);
    expect(exitCode).toBe(1);
    expect(output).toContain("could not start no-such-program");
    expect(output).toContain("ok    fine");
  });

  test("two steps run at the same time: each waits for the other", async () => {
    using tree = makeTree({ "a/keep": "" });
    const cwd = join(tree.root, "a");
    Bun.spawnSync(["mkfifo", "meeting"], { cwd });
    const steps = [shell("writer", "echo met > meeting"), shell("reader", "grep met meeting")];
    expect((await check(steps, { cwd })).exitCode).toBe(0);
  });

  test("with one worker they run in the given order", async () => {
    const { lines } = await check([shell("a", "true"), shell("b", "true"), shell("c", "true")], {
      workers: 1,
    });
    expect(lines.slice(0, 3).map((line) => line.split(/ +/)[1])).toEqual(["a", "b", "c"]);
  });
});
