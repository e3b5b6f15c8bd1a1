// Programs run with exactly what they are given, and how they end is told truthfully.
import { expect, test } from "bun:test";
import { runProcess, startProcess } from "./process.ts";
import { createProcessMark, isAlive, requireProc } from "./process-tree.ts";
import { eventually } from "./eventually.ts";
import { skipUnless } from "./require.ts";
import { createWorkspace } from "./workspace.ts";
import { failureOf } from "./failure-of.ts";

const env = { PATH: process.env.PATH ?? "" };

test("collects output, exit code and cost", async () => {
  using workspace = createWorkspace();
  const script = "cat; pwd; echo problem >&2; exit 7";
  const run = await runProcess(["sh", "-c", script], { env, cwd: workspace.path, stdin: "in\n" });
  expect(run).toMatchObject({ exitCode: 7, signal: null, isTimedOut: false, stderr: "problem\n" });
  expect(run.stdout).toBe(`in\n${workspace.path}\n`);
  expect(run.peakRssBytes).toBeGreaterThan(100_000);
  expect(run.cpuMs).toBeGreaterThan(0);
});

test("a signal is told apart from an exit", async () => {
  const run = await runProcess(["sh", "-c", "kill -TERM $$"], { env });
  expect([run.exitCode, run.signal]).toEqual([null, "SIGTERM"]);
});

test("bytes that are not text survive", async () => {
  const run = await runProcess(["printf", "\\377\\000\\376"], { env });
  expect([...run.stdoutBytes]).toEqual([0xff, 0, 0xfe]);
});

skipUnless(requireProc())(
  "the deadline kills the whole group, even what ignores TERM",
  async () => {
    const mark = createProcessMark();
    const script = "trap '' TERM; (trap '' TERM; sleep 1000) & wait; sleep 1000";
    const run = await runProcess(["sh", "-c", script], {
      env: { ...env, ...mark.env },
      deadlineMs: 50,
    });
    expect([run.isTimedOut, run.signal]).toEqual([true, "SIGKILL"]);
    await eventually(() => mark.pids().length === 0);
  },
);

test("talks to a running program and waits for what it says", async () => {
  await using child = startProcess(["sh", "-c", "read a; echo got $a; read b; exit 3"], { env });
  child.write("one\n");
  expect(await child.waitForStdout((out) => out.includes("got"))).toBe("got one\n");
  const ended = child.waitForStdout((out) => out.includes("never"));
  child.write("two\n");
  expect((await failureOf(ended)).message).toMatch(
    /ended before what was waited for\nstdout: got one/,
  );
  expect((await child.exited).exitCode).toBe(3);
});

test("dispose and abort leave nothing running", async () => {
  const abort = new AbortController();
  const aborted = startProcess(["sleep", "1000"], { env, signal: abort.signal });
  abort.abort();
  expect((await aborted.exited).signal).toBe("SIGKILL");
  let pid = 0;
  {
    await using child = startProcess(["sleep", "1000"], { env });
    pid = child.pid;
    expect(isAlive(pid)).toBe(true);
  }
  expect(isAlive(pid)).toBe(false);
});
