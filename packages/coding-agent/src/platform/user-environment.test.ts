// The user's own .env files fill in what the process was not given, nearest first; nothing in them is expanded.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, userEnvironment } from "./user-environment.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

describe("parseEnv", () => {
  const cases: [text: string, found: Record<string, string>][] = [
    ["", {}],
    ["A=1\nB = two words \n", { A: "1", B: "two words" }],
    ["export A=1", { A: "1" }],
    ["# A=1\n  # B=2", {}],
    ["A=1 # one", { A: "1" }],
    ["A=#", { A: "" }],
    ["A=a#b", { A: "a#b" }],
    ['A="x # y\\n\\"z\\"" # end', { A: 'x # y\n"z"' }],
    ["A='$(rm) \\n' # end", { A: "$(rm) \\n" }],
    ["A=$HOME\nB=$(id)", { A: "$HOME", B: "$(id)" }],
    ["A=\r\nB=2\r\n", { A: "", B: "2" }],
    ["not a line\n=x\n1A=2", {}],
    ["OMP_SMOL_MODEL=m", { OMP_SMOL_MODEL: "m", PI_SMOL_MODEL: "m" }],
    ["OMP_X=1\nPI_X=2", { OMP_X: "1", PI_X: "2" }],
    ["A=1\nA=2", { A: "2" }],
  ];
  for (const [text, found] of cases) {
    test(JSON.stringify(text), () => expect(parseEnv(text)).toEqual(found));
  }
});

describe("userEnvironment", () => {
  const write = (folder: string, text: string): void => {
    mkdirSync(join(workspace.home, folder), { recursive: true });
    writeFileSync(join(workspace.home, folder, ".env"), text);
  };

  test("what is given wins, then agent directory, ~/.omp, home", () => {
    write(".omp/agent", "A=agent\nB=agent\n");
    write(".omp", "A=root\nB=root\nC=root\n");
    write(".", "A=home\nC=home\nD=home\n");
    const env = userEnvironment({ A: "given", E: "" }, workspace.home);
    expect(env).toEqual({ A: "given", B: "agent", C: "root", D: "home", E: "" });
  });

  test("follows the variables that move the directories; without files nothing changes", () => {
    write("elsewhere", "A=1\n");
    const agentDir = join(workspace.home, "elsewhere");
    const given = { PI_CODING_AGENT_DIR: agentDir };
    expect(userEnvironment(given, workspace.home)["A"]).toBe("1");
    const none = { X: "1" };
    expect(userEnvironment(none, workspace.home)).toBe(none);
    expect(userEnvironment(none, undefined)).toBe(none);
  });
});
