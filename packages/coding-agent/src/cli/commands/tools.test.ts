// Tools outside a session do what they do inside one; worktrees that no repository knows are told from those in use.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";

describe("omp read", () => {
  test("shows a file with line numbers, or says what is wrong", async () => {
    await using omp = createOmp();
    omp.workspace.write({ "a.txt": "one\ntwo\n" });
    expect((await omp.run(["read", "a.txt"])).stdout).toContain("1:one\n2:two\n");
    const missing = await omp.run(["read", "nope.txt"]);
    expect(missing).toMatchObject({ exitCode: 1, stdout: "" });
    expect(missing.stderr).toBe("omp: Path 'nope.txt' not found\n");
  });
});

describe("omp shell", () => {
  const cases: [args: string[], stdin: string, exitCode: number, stdout: string][] = [
    [["echo", "hi"], "", 0, "hi\n"],
    [[], "cd /\npwd\n", 0, "/\n"],
    [["-C", "/", "pwd"], "", 0, "/\n"],
    [["exit 3"], "", 1, ""],
    [["-t", "0.2", "sleep 60"], "", 5, ""],
    [["-C", "nowhere", "pwd"], "", 2, ""],
    [["echo key=$ANTHROPIC_API_KEY"], "", 0, "key=\n"],
  ];
  for (const [args, stdin, exitCode, stdout] of cases) {
    test(`${args.join(" ")} ${JSON.stringify(stdin)}`, async () => {
      await using omp = createOmp();
      const run = await omp.run(["shell", ...args], {
        stdin,
        env: { ANTHROPIC_API_KEY: "secret" },
      });
      expect(run).toMatchObject({ exitCode, stdout });
    });
  }

  test("has the user's functions, unless told not to", async () => {
    await using omp = createOmp();
    writeFileSync(join(omp.workspace.home, ".bashrc"), "greet() { echo hello; }\n");
    expect((await omp.run(["shell", "greet"])).stdout).toBe("hello\n");
    const bare = await omp.run(["shell", "--no-snapshot", "greet"]);
    expect(bare.exitCode).toBe(1);
    expect(bare.stdout).toContain("greet: command not found");
  });
});

describe("omp worktree", () => {
  test("clear removes what is left over and keeps what is in use", async () => {
    await using omp = createOmp();
    const [used, left] = ["pr-1", "pr-2"].map((name) => {
      const path = join(omp.workspace.home, ".omp/wt/repo", name);
      mkdirSync(path, { recursive: true });
      return path;
    }) as [string, string];
    const git = omp.workspace.at("git-dir");
    mkdirSync(git);
    writeFileSync(join(used, ".git"), `gitdir: ${git}\n`);
    writeFileSync(join(left, ".git"), "gitdir: /nowhere/at/all\n");
    expect((await omp.run(["wt", "list"])).stdout).toMatch(/pr-1 +in use.*\n.*pr-2 +left over/);
    const dry = await omp.run(["worktree", "clear", "-n"]);
    expect(dry.stdout).toContain("Would remove 1 of 2");
    expect(existsSync(left)).toBe(true);
    await omp.run(["worktree", "clear"]);
    expect([existsSync(used), existsSync(left)]).toEqual([true, false]);
    await omp.run(["worktree", "clear", "--all"]);
    expect(existsSync(used)).toBe(false);
  });
});
