// Contracts: what each runner offers, how an op chooses, the texts that list tasks, and that tasks really run.
import { afterAll, describe, expect, test } from "bun:test";
import { createWorkspace as createFolder } from "@oh-my-pi/pi-testkit/workspace";
import { chmodSync } from "node:fs";
import { commandRunnerNeed } from "../../services/command-runner.ts";
import { ShellRunner } from "../../services/shell-runner.ts";
import { createWorkspace, workspaceNeed } from "../../services/workspace.ts";
import { bind, callTool, tokensOf } from "../../testing/call-tool.ts";
import recipe from "./recipe.ts";

const open: AsyncDisposable[] = [];
afterAll(async () => {
  for (const resource of open) await resource[Symbol.asyncDispose]();
});

/** A project with these files; `programs` stand first on its PATH. */
function project(files: Record<string, string>, programs: Record<string, string> = {}) {
  const folder = createFolder();
  folder.write(files);
  for (const [name, script] of Object.entries(programs)) {
    folder.write({ [`.bin/${name}`]: `#!/bin/sh\n${script}\n` });
    chmodSync(folder.at(".bin", name), 0o755);
  }
  const env = folder.env();
  const path = `${folder.at(".bin")}:${env["PATH"] ?? ""}`;
  const runner = new ShellRunner({ cwd: folder.path, env: { ...env, PATH: path } });
  open.push(runner, folder);
  const bound = [
    bind(commandRunnerNeed, runner),
    bind(workspaceNeed, createWorkspace(folder.path, undefined)),
  ];
  return { folder, run: (op: string) => callTool(recipe, { op }, bound) };
}

const MAKE = {
  Makefile: ".PHONY: hi both\nhi:\n\t@echo made hi\nboth:\n\t@exit 3\nfile.o: x\n\tcc x\n",
};
const BUN = { bun: 'echo "bun $* in $(pwd)"' };
const LOCK = { "bun.lock": "" };
const scripts = (name: string, ...names: string[]) =>
  JSON.stringify({ name, scripts: Object.fromEntries(names.map((script) => [script, "x"])) });

describe("recipe", () => {
  test("runs a target for real, with what follows it", async () => {
    const { run } = project(MAKE);
    expect(await run("hi")).toEqual({
      text: "made hi",
      details: { runner: "make", task: "hi", command: "make hi", exitCode: 0 },
      isError: false,
    });
    expect((await run("hi --dry-run")).text).toBe("echo made hi");
    expect((await run("hi && echo 'a  b'")).text).toBe("made hi\na  b");
  });

  test("says how a task failed", async () => {
    const { text, isError } = await project(MAKE).run("both");
    expect(isError).toBe(true);
    expect(text).toEndWith("\n\nCommand exited with code 2");
  });

  test("lists what there is when the op is empty or unknown", async () => {
    const { run } = project({ ...LOCK, "package.json": scripts("p", "hi") }, BUN);
    expect((await run(" ")).text).toBe("recipe op is empty. Available tasks:\n- pkg: hi");
    expect((await run("nope")).text).toBe(
      "No runner task named `nope`. Use one of the available runner ids (pkg) as a prefix when needed, e.g. `pkg:nope`. Available tasks:\n- pkg: hi",
    );
    expect((await run("pkg:nope")).text).toStartWith("Runner `pkg` has no task named `nope`.");
    expect((await project({}).run("x")).text).toBe("No task runner with tasks was found here.");
  });

  test("a name of two runners needs a prefix", async () => {
    const { run } = project({ ...MAKE, ...LOCK, "package.json": scripts("p", "hi", "a:b") }, BUN);
    const { text, isError } = await run("hi");
    expect(isError).toBe(true);
    expect(text).toStartWith("`hi` is a task of several runners (pkg, make).");
    expect((await run("make:hi")).text).toBe("made hi");
    expect((await run("a:b x")).text).toStartWith("bun run a:b x in ");
  });

  test("scripts of workspaces run in their folders", async () => {
    const root = JSON.stringify({ workspaces: ["packages/*"], scripts: { build: "x" } });
    const files = {
      ...LOCK,
      "package.json": root,
      "packages/a/package.json": scripts("@x/a", "t"),
    };
    const { folder, run } = project(files, BUN);
    expect((await run("")).text).toEndWith("- pkg: build, @x/a/t");
    expect((await run("@x/a/t")).text).toBe(`bun run t in ${folder.at("packages/a")}`);
  });

  test.each([
    ["bun.lock", "bun"],
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["package-lock.json", "npm"],
  ])("%s means %s", async (lock, manager) => {
    const programs = { [manager]: 'echo "$(basename "$0") $*"' };
    const { run } = project({ [lock]: "", "package.json": scripts("p", "t") }, programs);
    expect((await run("t")).text).toBe(`${manager} run t`);
  });

  test("cargo offers binaries, examples and tests, of members too", async () => {
    const { run } = project({
      "Cargo.toml": '[package]\nname = "top"\n[workspace]\nmembers = ["crates/*"]\n',
      "src/main.rs": "",
      "src/bin/tool.rs": "",
      "examples/demo.rs": "",
      "tests/it.rs": "",
      "crates/lib/Cargo.toml": '[package]\nname = "lib"\n[[bin]]\nname = "named"\n',
    });
    expect((await run("")).text).toEndWith(
      "- cargo: bin/top, bin/tool, example/demo, test/it, lib/bin/named",
    );
  });

  test("just and task are asked what they have", async () => {
    const dump = { recipes: { build: {}, _hidden: {}, secret: { private: true } } };
    const tasks = { tasks: [{ name: "lint" }, { name: "db:up" }] };
    const { run } = project(
      { justfile: "build:", "Taskfile.yml": "version: 3" },
      {
        just: `[ "$1" = --dump ] && echo '${JSON.stringify(dump)}' || echo "just $*"`,
        task: `[ "$1" = --list-all ] && echo '${JSON.stringify(tasks)}' || echo "task $*"`,
      },
    );
    expect((await run("")).text).toEndWith("- just: build\n- task: lint, db:up");
    expect((await run("build fast")).text).toBe("just build fast");
    expect((await run("task:db:up")).text).toBe("task db:up");
  });

  test("a runner that cannot be asked, or a broken file, only hides its tasks", async () => {
    const broken = { "package.json": "{", "Cargo.toml": "= =", justfile: "x:", ...MAKE };
    const { run } = project(broken, { just: "exit 1" });
    expect((await run("")).text).toBe("recipe op is empty. Available tasks:\n- make: hi, both");
  });

  test("without .PHONY every plain target is a task, and twenty are listed", async () => {
    const rules = Array.from({ length: 25 }, (_, n) => `t${n}: x\n\ttrue`);
    const Makefile = ["VAR := 1", "A = b:c", "%.o: %.c", ".SILENT:", ...rules].join("\n");
    const { text } = await project({ Makefile }).run("");
    expect(text).toContain("- make: t0, t1, ");
    expect(text).toEndWith("t19, … 5 more");
  });

  test("what follows a task is judged like any command", async () => {
    expect(await recipe.approval({ op: "test --watch" })).toEqual({ tier: "exec" });
    expect(await recipe.approval({ op: "test; rm -rf /" })).toMatchObject({ override: true });
    expect(await recipe.approval({ op: "test 'unclosed" })).toMatchObject({ override: true });
  });

  test("is cheap", () => expect(tokensOf(recipe)).toBeLessThan(150));
});
