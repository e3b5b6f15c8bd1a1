// Contract: environment, home directory, processes and exit are used in platform only, however they are named.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./platform-api.ts";

const LIBRARY = "packages/ai/src/a.ts";

describe("platform-api", () => {
  test.each([
    ["const x = process.env.HOME;", "process.env"],
    ['const x = process["env"];', "process.env"],
    ["const x = globalThis.process?.env;", "process.env"],
    ["const { env } = process;", "process.env"],
    ['import { env } from "node:process";', "process.env"],
    ['import host from "node:process"; host.env;', "process.env"],
    ["const x = Bun.env.HOME;", "Bun.env"],
    ["const x = import.meta.env;", "import.meta.env"],
    ['import { homedir } from "node:os";', "os.homedir"],
    ['import { homedir as home } from "os";', "os.homedir"],
    ['import os from "node:os"; os.homedir();', "os.homedir"],
    ['import * as system from "node:os"; system.homedir();', "os.homedir"],
    ['Bun.spawn(["ls"]);', "Bun.spawn"],
    ['Bun.spawnSync(["ls"]);', "Bun.spawnSync"],
    ["await Bun.$`ls`;", "Bun.$"],
    ['import { $ } from "bun";', "bun.$"],
    ['import { execFile } from "node:child_process";', "child_process"],
    ['const { spawn } = await import("child_process");', "child_process"],
    ["process.exit(1);", "process.exit"],
  ])("%s", (text, subject) => {
    expect(findings(rule, { [LIBRARY]: text })).toEqual([`${LIBRARY}:1: uses ${subject}`]);
  });

  test.each([
    "export const f = (process: { env: object }) => process.env;",
    "export function f(host: { spawn(): void }) { host.spawn(); }",
    "const Bun = { env: 1 }; Bun.env;",
    'import os from "./os.ts"; os.homedir();',
    'import { tmpdir } from "node:os";',
    'import type { ChildProcess } from "node:child_process";',
    "process.platform; process.exitCode = 1;",
    "const { platform, ...rest } = process; const { [key]: value } = Bun;",
    "const env = process; const { exit } = door;",
    "// process.env\nconst x = `process.env`;",
    "const x = { process: { env: 1 } }; x.process.env;",
  ])("%s is free", (text) => {
    expect(findings(rule, { [LIBRARY]: text })).toEqual([]);
  });

  test.each([
    ["packages/coding-agent/src/platform/env.ts", false],
    ["packages/coding-agent/src/settings/env.ts", true],
    ["packages/ai/src/a.test.ts", false],
    ["packages/testkit/src/a.ts", false],
    ["packages/ai/examples/a.ts", false],
    ["scripts/a.ts", false],
    ["benchmarks/a.ts", false],
  ])("in %s", (path, isWrong) => {
    expect(findings(rule, { [path]: "process.env;" })).toHaveLength(isWrong ? 1 : 0);
  });
});
