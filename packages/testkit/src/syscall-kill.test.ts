// A program can be killed before each write, fsync or rename on a file, and the file shows it.
import { expect } from "bun:test";
import { skipUnless } from "./require.ts";
import { listKillPoints, requireSyscallKill, runKilledAt } from "./syscall-kill.ts";
import { createWorkspace } from "./workspace.ts";
import { failureOf } from "./failure-of.ts";

const writer = `
  const { openSync, writeSync, fsyncSync, renameSync } = require("node:fs");
  const fd = openSync(process.cwd() + "/log", "a");
  for (const line of ["one", "two", "three"]) { writeSync(fd, line + "\\n"); fsyncSync(fd); }
  renameSync(process.cwd() + "/log", process.cwd() + "/final");
`;

skipUnless(requireSyscallKill())(
  "dies before each change of the file in turn",
  async () => {
    const afterKills: string[] = [];
    const traced = (workspace: ReturnType<typeof createWorkspace>) => ({
      command: [process.execPath, "-e", writer],
      paths: [workspace.at("log"), workspace.at("final")],
      cwd: workspace.path,
      env: workspace.env(),
    });
    using counting = createWorkspace();
    const { points, threads, result } = await listKillPoints(traced(counting));
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
    for (const point of points) {
      using workspace = createWorkspace();
      await runKilledAt(traced(workspace), point);
      afterKills.push(workspace.read("log").replaceAll("\n", " ").trim());
    }
    expect(afterKills).toEqual([
      "",
      "one",
      "one",
      "one two",
      "one two",
      "one two three",
      "one two three",
    ]);
    using beyond = createWorkspace();
    const missed = runKilledAt(traced(beyond), { syscall: "write", occurrence: 4, line: "none" });
    expect((await failureOf(missed)).message).toContain("the program was not killed at write 4");
  },
  30_000,
);
