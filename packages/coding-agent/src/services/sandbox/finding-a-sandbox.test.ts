// Contract: a back end is used only when attempts to break it failed; what was found lasts until the machine starts
// again; a sandbox that would protect nothing is none; nothing in a repository widens what is writable.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { tmpdir } from "node:os";
import { probeBackend } from "../../platform/sandbox/probe-backend.ts";
import { ProbeCache } from "../../platform/sandbox/probe-cache.ts";
import type { SandboxBackend } from "../../platform/sandbox/sandbox-backend.ts";
import { workingBackends } from "../../testing/sandbox-world.ts";
import { gitFoldersOf } from "./git-folders.ts";
import { makePlan, type PlanSources } from "./make-plan.ts";

const PATH = process.env["PATH"] ?? "";
const options = { tmp: tmpdir(), bashPath: "/bin/bash", env: { PATH } };
const pretender = (wrap: SandboxBackend["wrap"]): SandboxBackend => ({
  name: "bubblewrap",
  variant: "pretender",
  holdsProtected: true,
  hasOwnLoopback: true,
  limits: [],
  wrap,
});

describe("a probe", () => {
  test("finds out a back end that holds nothing", async () => {
    expect(
      await probeBackend(
        pretender((argv) => [...argv]),
        options,
      ),
    ).toEqual({
      holds: false,
      problem: "wrote outside the workspace",
    });
  });

  test.each([
    "wrote outside the workspace",
    "reached the network",
    "changed what is protected",
    "read a hidden file",
  ])("finds out one that lets only this through: %s", async (leak) => {
    const { working } = await workingBackends();
    const real = working.find(({ holdsProtected }) => holdsProtected);
    if (real === undefined) return;
    const leaky = pretender((argv, plan, scratch) =>
      real.wrap(
        argv,
        {
          ...plan,
          ...(leak.startsWith("wrote") && { writable: [...plan.writable, `${scratch}/outside`] }),
          ...(leak.startsWith("reached") && { hasNetwork: true }),
          ...(leak.startsWith("changed") && { protectedPaths: [] }),
          ...(leak.startsWith("read") && { hidden: [] }),
        },
        scratch,
      ),
    );
    const { holds, problem } = await probeBackend(leaky, options);
    expect({ holds, problem }).toEqual({
      holds: false,
      problem: leak.startsWith("read") ? expect.any(String) : leak,
    });
  });

  test("says why one cannot run", async () => {
    const broken = pretender(() => ["/bin/sh", "-c", "echo no permission >&2; exit 1"]);
    expect(await probeBackend(broken, options)).toEqual({ holds: false, problem: "no permission" });
    const absent = pretender(() => ["/no/such/program"]);
    expect((await probeBackend(absent, options)).holds).toBe(false);
  });
});

test("what was found lasts until the machine starts again", () => {
  using folder = createWorkspace();
  const file = folder.at("sandbox/probes.json");
  const found = { landlock: { holds: true } };
  new ProbeCache(file, "boot-1").write(found);
  new ProbeCache(file, "boot-1").write({ namespaces: { holds: false, problem: "x" } });
  expect(Object.keys(new ProbeCache(file, "boot-1").read())).toEqual(["landlock", "namespaces"]);
  expect(new ProbeCache(file, "boot-2").read()).toEqual({});
  writeFileSync(file, "not JSON");
  expect(new ProbeCache(file, "boot-1").read()).toEqual({});
  new ProbeCache(file, undefined).write(found);
  expect(readFileSync(file, "utf8")).toBe("not JSON");
});

describe("what is writable", () => {
  const sources = (workspace: string, home?: string): PlanSources => ({
    workspace,
    home,
    env: { PATH },
    ownFolders: [],
    keyFiles: [],
    extra: [],
    shared: [],
    temp: workspace,
    execPath: process.execPath,
    hasNetwork: false,
  });

  test("not the whole file system", () => {
    expect(() => makePlan(sources("/"))).toThrow("the workspace is the whole file system");
  });

  test("the home folder as a workspace keeps what shells and keys need", () => {
    using folder = createWorkspace();
    folder.write({ ".bashrc": "", ".ssh/id": "", ".omp/agent/config.yml": "" });
    const { protectedPaths, absentPaths } = makePlan(sources(folder.path, folder.path));
    const all = [...protectedPaths, ...absentPaths];
    for (const name of [".bashrc", ".ssh", ".omp", ".profile", ".config", ".zshrc"])
      expect(all).toContain(`${realpathSync(folder.path)}/${name}`);
  });

  test("the repository around a workspace, without its hooks and settings", () => {
    using folder = createWorkspace();
    Bun.spawnSync(["git", "init", "-q"], { cwd: folder.path, env: folder.env() });
    mkdirSync(folder.at("packages/one"), { recursive: true });
    const root = realpathSync(folder.path);
    const plan = makePlan(sources(folder.at("packages/one")));
    expect(plan.writable).toEqual([`${root}/packages/one`, `${root}/.git`]);
    expect(plan.protectedPaths).toContain(`${root}/.git/config`);
    expect(plan.protectedPaths).toContain(`${root}/.git/hooks`);
  });

  test("the repository of a worktree", () => {
    using folder = createWorkspace();
    const git = (...args: string[]) =>
      Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: folder.at("main"),
        env: folder.env(),
      });
    mkdirSync(folder.at("main"));
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("worktree", "add", "-q", "../tree");
    const root = realpathSync(folder.path);
    expect(gitFoldersOf(`${root}/tree`)).toEqual([`${root}/main/.git`]);
    const plan = makePlan(sources(folder.at("tree")));
    expect(plan.protectedPaths).toEqual(
      expect.arrayContaining([
        `${root}/tree/.git`,
        `${root}/main/.git/config`,
        `${root}/main/.git/hooks`,
      ]),
    );
  });

  test.each<[string, (root: string) => void]>([
    [
      "a .git file that names any folder",
      (root) => writeFileSync(`${root}/work/.git`, `gitdir: ${root}/prey\n`),
    ],
    [
      "one that names a repository which does not know of it",
      (root) => {
        mkdirSync(`${root}/prey/.git/worktrees/x`, { recursive: true });
        for (const name of ["objects", "refs"]) mkdirSync(`${root}/prey/.git/${name}`);
        writeFileSync(`${root}/prey/.git/HEAD`, "ref: refs/heads/main\n");
        writeFileSync(`${root}/prey/.git/worktrees/x/commondir`, "../..\n");
        writeFileSync(`${root}/prey/.git/worktrees/x/gitdir`, `${root}/other/.git\n`);
        writeFileSync(`${root}/work/.git`, `gitdir: ${root}/prey/.git/worktrees/x\n`);
      },
    ],
    ["a .git link", (root) => symlinkSync(`${root}/prey`, `${root}/work/.git`)],
  ])("not through %s", (_, arrange) => {
    using folder = createWorkspace();
    const root = realpathSync(folder.path);
    for (const name of ["work", "prey"]) mkdirSync(`${root}/${name}`);
    arrange(root);
    expect(makePlan(sources(`${root}/work`)).writable).toEqual([`${root}/work`]);
  });
});
