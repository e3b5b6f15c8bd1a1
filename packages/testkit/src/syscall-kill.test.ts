// A program can be killed before or after each write, fsync or rename on a file, and the file shows it.
import { expect } from "bun:test";
import { failureOf } from "./failure-of.ts";
import { skipUnless } from "./require.ts";
import {
  listKillPoints,
  requireSyscallKill,
  runKilledAfter,
  runKilledAt,
  type TracedCommand,
} from "./syscall-kill.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

const straceTest = skipUnless(requireSyscallKill());

const oneThread = `
  const { openSync, writeSync, fsyncSync, renameSync } = require("node:fs");
  const fd = openSync(process.cwd() + "/log", "a");
  for (const line of ["one", "two", "three"]) { writeSync(fd, line + "\\n"); fsyncSync(fd); }
  renameSync(process.cwd() + "/log", process.cwd() + "/final");
`;

/** One append after the other, on whichever thread of Bun's pool is free, while others are busy. */
const threadPool = `
  const { appendFile, readFile } = require("node:fs/promises");
  const busy = () => Promise.all([1, 2, 3].map(() => readFile("/proc/self/maps")));
  (async () => {
    for (let i = 0; i < 12; i++) {
      const others = busy();
      await appendFile(process.cwd() + "/log", i + "\\n");
      await others;
    }
  })();
`;

function traced(workspace: Workspace, script: string): TracedCommand {
  return {
    command: [process.execPath, "-e", script],
    paths: [workspace.at("log"), workspace.at("final")],
    cwd: workspace.path,
    env: workspace.env(),
  };
}

const words = (workspace: Workspace): string[] =>
  workspace
    .read("log")
    .split("\n")
    .filter((word) => word !== "");

straceTest(
  "dies before each change of the file in turn",
  async () => {
    using counting = createWorkspace();
    const { points, threads, result } = await listKillPoints(traced(counting, oneThread));
    expect([threads, result.exitCode]).toEqual([1, 0]);
    expect(points.map(({ syscall, occurrence }) => `${syscall} ${occurrence}`)).toEqual([
      "write 1",
      "fsync 1",
      "write 2",
      "fsync 2",
      "write 3",
      "fsync 3",
      "rename 1",
    ]);
    const survived: number[] = [];
    for (const point of points) {
      using workspace = createWorkspace();
      await runKilledAt(traced(workspace, oneThread), point);
      survived.push(words(workspace).length);
    }
    expect(survived).toEqual([0, 1, 1, 2, 2, 3, 3]);
  },
  30_000,
);

straceTest(
  "dies after each call, whichever thread makes it",
  async () => {
    using counting = createWorkspace();
    const { points } = await listKillPoints(traced(counting, threadPool));
    expect(points).toHaveLength(12);
    for (const calls of [1, 2, 5, 11]) {
      using workspace = createWorkspace();
      await runKilledAfter(traced(workspace, threadPool), calls);
      expect(words(workspace)).toEqual(Array.from({ length: calls }, (_, i) => String(i)));
    }
    using workspace = createWorkspace();
    await runKilledAfter({ ...traced(workspace, oneThread), syscalls: ["fsync"] }, 2);
    expect(words(workspace)).toEqual(["one", "two"]);
  },
  30_000,
);

straceTest(
  "a kill that does not happen is a failure",
  async () => {
    using workspace = createWorkspace();
    const point = { syscall: "write", occurrence: 4, line: "none" };
    const before = await failureOf(runKilledAt(traced(workspace, oneThread), point));
    expect(before.message).toContain("the program was not killed at write 4");
    using second = createWorkspace();
    const after = await failureOf(runKilledAfter(traced(second, oneThread), 8));
    expect(after.message).toContain("the program was not killed after 8 calls: exit 0");
    using third = createWorkspace();
    const missing = { ...traced(third, oneThread), command: ["/no/such/program"] };
    const never = await failureOf(runKilledAfter(missing, 1));
    expect(never.message).toContain("No such file");
  },
  30_000,
);
