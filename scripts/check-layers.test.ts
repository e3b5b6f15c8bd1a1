// Contract of the command: exit 0 when clean, 1 with a grouped report when not, 2 with one line for a
// mistake of the caller.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeTree, manifest, type Files } from "./layers/temp-tree.ts";

const COMMAND = [join(import.meta.dir, "bun"), join(import.meta.dir, "check-layers.ts")];
const CLEAN: Files = {
  "packages/utils/package.json": manifest("@oh-my-pi/pi-utils"),
  "packages/utils/src/width.ts": "// How wide a text is on a terminal.\nexport const width = 1;\n",
};

function run(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...COMMAND, ...args]);
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

function runIn(files: Files) {
  using tree = makeTree(files);
  return run("--root", tree.root);
}

describe("check-layers", () => {
  test("a clean tree", () => {
    const { exitCode, stdout } = runIn(CLEAN);
    expect(stdout).toMatch(/^layers: no violation \(1 file, \d+ rules, \d+ ms\)\n$/);
    expect(exitCode).toBe(0);
  });

  test("violations are grouped by rule, placed, explained and counted", () => {
    const path = "packages/utils/src/a.ts";
    const { exitCode, stdout } = runIn({ ...CLEAN, [path]: "let a = 1;\nlet b = 2;\n" });
    expect(stdout).toContain(
      [
        "module-state (2)",
        `  ${path}:1: a can be reassigned`,
        `  ${path}:2: b can be reassigned`,
        "  allowed: Top-level names are constants and their contents never change.",
        "  to do: ",
      ].join("\n"),
    );
    expect(stdout).toContain("file-header (1)");
    expect(stdout).toMatch(/layers: 3 violations in 1 file \(2 files,/);
    expect(exitCode).toBe(1);
  });

  test("fixtures, hidden folders and dist are not looked at", () => {
    const broken = "let a = ;";
    const { exitCode } = runIn({
      ...CLEAN,
      "packages/utils/src/fixtures/a.ts": broken,
      "packages/utils/dist/a.ts": broken,
      "packages/utils/.cache/a.ts": broken,
      "packages/utils/node_modules/x/a.ts": broken,
    });
    expect(exitCode).toBe(0);
  });

  test("a broken package.json is named, without a trace", () => {
    const { exitCode, stderr } = runIn({ ...CLEAN, "packages/ai/package.json": "{" });
    expect(stderr).toStartWith("check-layers: packages/ai/package.json: ");
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(exitCode).toBe(2);
  });

  test("an unknown option and a missing folder are refused", () => {
    expect(run("--fix")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("usage:") });
    const missing = join(import.meta.dir, "no-such-folder");
    expect(run("--root", missing)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no-such-folder"),
    });
  });
});
