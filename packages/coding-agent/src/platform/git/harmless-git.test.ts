// Each trick by which a repository makes git run something is shown to work with plain git, so that the test can fail;
// then omp's own git and a shell in a project without trust are shown to run none of it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { configEntries } from "./config-keys.ts";
import { findRepository } from "./find-repository.ts";
import { harmlessGitVariables } from "./git-environment.ts";
import { runGit } from "./run-git.ts";

interface Trick {
  /** Lines of `.git/config`; `MARK` is a command that leaves a mark. */
  readonly config?: string;
  readonly attributes?: string;
  /** More than text in files. */
  readonly arrange?: (place: Place) => void;
  /** The git command that falls for it. */
  readonly command: [string, ...string[]];
  /** Where it is run, below the workspace. */
  readonly folder?: string;
  /** Before a person: only there are there pagers. */
  readonly isShown?: true;
}

interface Place {
  readonly workspace: Workspace;
  readonly mark: string;
}

function hook(name: string, folder = ".git/hooks") {
  return ({ workspace, mark }: Place): void => {
    workspace.write({ [`${folder}/${name}`]: `#!/bin/sh\n${mark}\n` });
    chmodSync(workspace.at(`${folder}/${name}`), 0o755);
  };
}

const commit: Trick["command"] = ["commit", "-q", "--allow-empty", "-m", "x"];

const TRICKS: Readonly<Record<string, Trick>> = {
  "a hook": { arrange: hook("pre-commit"), command: commit },
  "a hook of checkout": { arrange: hook("post-checkout"), command: ["checkout", "-q", "main"] },
  "another folder for hooks": {
    config: "[core]\nhooksPath = tools",
    arrange: hook("post-commit", "tools"),
    command: commit,
  },
  fsmonitor: { config: '[core]\nfsmonitor = "MARK; false"', command: ["status"] },
  "a header and its key on one line": {
    config: '[core] fsmonitor = "MARK; false"',
    command: ["status"],
  },
  "a pager": { config: '[core]\npager = "MARK; cat"', command: ["log"], isShown: true },
  "a pager of one command": {
    config: '[pager]\nlog = "MARK; cat"',
    command: ["log"],
    isShown: true,
  },
  "an external diff": { config: '[diff]\nexternal = "MARK; true"', command: ["diff"] },
  "a diff driver": {
    config: '[diff "d"]\ncommand = "MARK; true"',
    attributes: "* diff=d",
    command: ["diff"],
  },
  "a text conversion": {
    config: '[diff "d"]\ntextconv = "MARK; cat"',
    attributes: "* diff=d",
    command: ["diff"],
  },
  "a driver with dots in its name": {
    config: '[diff "a.b \\"c\\""]\ntextconv = "MARK; cat"',
    attributes: "* diff=a.b",
    arrange: ({ workspace }) =>
      writeFileSync(workspace.at(".git/config"), '[diff "a.b"]\ntextconv = "touch PWNED; cat"\n'),
    command: ["diff"],
  },
  "a clean filter": {
    config: '[filter "f"]\nclean = "MARK; cat"\nrequired = true',
    attributes: "* filter=f",
    command: ["add", "a.txt"],
  },
  "a filter process": {
    config: '[filter "f"]\nprocess = "MARK; false"',
    attributes: "* filter=f",
    command: ["add", "a.txt"],
  },
  "a smudge filter": {
    config: '[filter "f"]\nsmudge = "MARK; cat"',
    attributes: "* filter=f",
    command: ["checkout", "--", "b.txt"],
    arrange: ({ workspace }) => rmSync(workspace.at("b.txt")),
  },
  "a merge driver": {
    config: '[merge "m"]\ndriver = "MARK; true"',
    attributes: "* merge=m",
    command: ["merge", "-q", "-m", "x", "side"],
  },
  "an alias": { config: '[alias]\nstart = "!MARK"', command: ["start"] },
  "an included file": {
    config: "[include]\npath = ../more.cfg",
    arrange: ({ workspace, mark }) =>
      workspace.write({
        "more.cfg": `[core]\nfsmonitor = "${mark}; false"\n[diff]\nexternal = "${mark}; true"\n`,
      }),
    command: ["diff"],
  },
  "a conditional include": {
    config: '[includeIf "gitdir:**"]\npath = ../more.cfg',
    arrange: ({ workspace, mark }) =>
      workspace.write({ "more.cfg": `[diff]\nexternal = "${mark}; true"\n` }),
    command: ["diff"],
  },
  "a configuration of the worktree": {
    config: "[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true",
    arrange: ({ workspace, mark }) =>
      workspace.write({ ".git/config.worktree": `[diff]\nexternal = "${mark}; true"\n` }),
    command: ["diff"],
  },
  "an ssh command": {
    config: '[core]\nsshCommand = "MARK; false"\n[remote "r"]\nurl = ssh://host.invalid/x',
    command: ["ls-remote", "r"],
  },
  "the ext transport": {
    config: '[protocol "ext"]\nallow = always\n[remote "r"]\nurl = "ext::sh -c MARKEXT"',
    command: ["ls-remote", "r"],
  },
  "a program for a remote": {
    config: '[remote "r"]\nurl = .\nuploadpack = "MARK; git-upload-pack"',
    command: ["ls-remote", "r"],
  },
  "a credential helper": {
    config: '[credential]\nhelper = "!MARK; false"',
    command: ["credential", "fill"],
  },
  "a program that signs": {
    config: "[gpg]\nprogram = PROGRAM\n[commit]\ngpgSign = true",
    arrange: hook("gpg", "."),
    command: commit,
  },
  "a command for trailers": {
    config: '[trailer "t"]\ncommand = "MARK"',
    command: ["interpret-trailers", "--trailer", "t=x", "a.txt"],
  },
  "an archive format": {
    config: '[tar "x"]\ncommand = "MARK; cat"',
    command: ["archive", "--format=x", "-o", "out.x", "HEAD"],
  },
  "a difftool": {
    config: '[diff]\ntool = t\n[difftool "t"]\ncmd = "MARK"\n[difftool]\nprompt = false',
    command: ["difftool", "--no-prompt"],
  },
  "a .git file into the project": {
    config: '[diff]\nexternal = "MARK; true"',
    arrange: ({ workspace }) => {
      renameSync(workspace.at(".git"), workspace.at("harmless"));
      writeFileSync(workspace.at(".git"), "gitdir: ./harmless\n");
    },
    command: ["diff"],
  },
  "a common folder in the project": {
    arrange: ({ workspace, mark }) => {
      mkdirSync(workspace.at("common"));
      for (const name of ["objects", "refs", "config"])
        renameSync(workspace.at(`.git/${name}`), workspace.at(`common/${name}`));
      writeFileSync(workspace.at(".git/commondir"), "../common\n");
      writeFileSync(workspace.at("common/config"), `[diff]\nexternal = "${mark}; true"\n`);
    },
    command: ["diff"],
  },
  "a bare repository among the files": {
    arrange: ({ workspace, mark }) => {
      mkdirSync(workspace.at("deep/objects"), { recursive: true });
      for (const name of ["refs", "tree"]) mkdirSync(workspace.at(`deep/${name}`));
      workspace.write({
        "deep/HEAD": "ref: refs/heads/main\n",
        "deep/config": `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = tree\nfsmonitor = "${mark}; false"\n`,
      });
    },
    command: ["status"],
    folder: "deep",
  },
};

/** Two branches that both changed a file; made once, and copied. */
async function createTemplate(): Promise<Workspace> {
  const workspace = createWorkspace();
  const repository = await workspace.repository([
    { message: "first", files: { "a.txt": "one\n", "b.txt": "one\n" } },
  ]);
  await repository.git("checkout", "-q", "-b", "side");
  await repository.commit({ message: "theirs", files: { "a.txt": "side\n" } });
  await repository.git("checkout", "-q", "main");
  await repository.commit({ message: "ours", files: { "a.txt": "main\n" } });
  return workspace;
}

let template: Workspace;
beforeAll(async () => {
  template = await createTemplate();
});
afterAll(() => template[Symbol.dispose]());

async function arrange(trick: Trick) {
  const workspace = createWorkspace();
  const pwned = join(workspace.root, "PWNED");
  const mark = `touch ${pwned}`;
  cpSync(template.path, workspace.path, { recursive: true, preserveTimestamps: true });
  if (trick.command[0] !== "merge") workspace.write({ "a.txt": "changed\n" });
  if (trick.attributes !== undefined)
    workspace.write({ ".git/info/attributes": `${trick.attributes}\n` });
  const config = trick.config
    ?.replaceAll("MARKEXT", mark.replace(" ", "% "))
    .replaceAll("MARK", mark)
    .replaceAll("PROGRAM", workspace.at("gpg"));
  if (config !== undefined) {
    const before = await Bun.file(workspace.at(".git/config")).text();
    writeFileSync(workspace.at(".git/config"), `${before}${config}\n`);
  }
  trick.arrange?.({ workspace, mark });
  const cwd = workspace.at(trick.folder ?? ".");
  const env: Record<string, string> = {
    ...workspace.env(),
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
    GIT_TERMINAL_PROMPT: "0",
  };
  const isPwned = (): boolean => existsSync(pwned) || existsSync(workspace.at("PWNED"));
  return { workspace, cwd, env, isPwned, [Symbol.dispose]: () => workspace[Symbol.dispose]() };
}

const INPUT = "url=https://h.invalid\n\n";

const plainly = (args: readonly string[], cwd: string, env: Record<string, string>) =>
  Bun.spawnSync(["git", ...args], { cwd, env, stdin: Buffer.from(INPUT) });

async function inTerminal(args: readonly string[], cwd: string, env: Record<string, string>) {
  const child = Bun.spawn(["git", ...args], { cwd, env, terminal: { cols: 80, rows: 24 } });
  await child.exited;
  child.terminal?.close();
}

const runTrick = ({ command, isShown }: Trick, cwd: string, env: Record<string, string>) =>
  isShown === true ? inTerminal(command, cwd, env) : plainly(command, cwd, env);

const withGit = skipUnless(requireTool("git"));

describe("a repository that wants to run something by", () => {
  for (const [name, trick] of Object.entries(TRICKS)) {
    withGit(`${name}: it runs with plain git`, async () => {
      using place = await arrange(trick);
      await runTrick(trick, place.cwd, place.env);
      expect(place.isPwned()).toBe(true);
    });

    withGit(`${name}: not with omp's own git`, async () => {
      using place = await arrange(trick);
      await runGit(trick.command, place);
      expect(place.isPwned()).toBe(false);
    });

    withGit(`${name}: not in a shell of a project without trust`, async () => {
      using place = await arrange(trick);
      const rules = harmlessGitVariables(place.workspace.path, place.env);
      await runTrick(trick, place.cwd, { ...place.env, ...rules });
      expect(place.isPwned()).toBe(false);
    });
  }
});

describe("in a project without trust", () => {
  withGit("git's own work goes on: status, commit, diff, merge, log", async () => {
    const config = ["clean", "smudge"].map((key) => `${key} = "false"`).join("\n");
    using place = await arrange({
      config: `[filter "f"]\n${config}\n[diff "d"]\ntextconv = false\n[merge "m"]\ndriver = false\n[diff]\nexternal = false`,
      attributes: "* filter=f diff=d merge=m",
      command: ["status"],
    });
    const env = { ...place.env, ...harmlessGitVariables(place.cwd, place.env) };
    const git = (...args: string[]): string => {
      const { exitCode, stdout, stderr } = plainly(args, place.cwd, env);
      expect([args[0], exitCode, stderr.toString()]).toEqual([args[0], 0, ""]);
      return stdout.toString();
    };
    expect(git("status", "--short")).toBe(" M a.txt\n");
    expect(git("diff")).toContain("+changed");
    git("commit", "-qam", "mine");
    git("checkout", "-q", "-b", "other", "HEAD~1");
    git("merge", "-q", "--no-edit", "main");
    expect(git("log", "--oneline", "-p", "-1", "--no-ext-diff")).toContain("+changed");
  });

  withGit("settings that the user's environment brings along stay", async () => {
    using place = await arrange({ command: ["status"] });
    const own = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: "Me" };
    const env = { ...place.env, ...own };
    const all = { ...env, ...harmlessGitVariables(place.cwd, env) };
    const read = (key: string) => plainly(["config", key], place.cwd, all).stdout.toString().trim();
    expect([read("user.name"), read("core.hooksPath")]).toEqual(["Me", "/dev/null"]);
  });
});

describe("finding a repository", () => {
  test("a .git file that names a folder of somebody else is not followed", () => {
    using workspace = createWorkspace();
    const other = join(workspace.root, "other");
    mkdirSync(other);
    writeFileSync(join(other, "HEAD"), "ref: refs/heads/private\n");
    workspace.write({ ".git": `gitdir: ${other}\n` });
    expect(findRepository(workspace.path)).toBeUndefined();
  });

  withGit("worktrees and submodules are", async () => {
    using workspace = createWorkspace();
    const main = await workspace.repository([{ message: "x", files: { a: "x" } }]);
    await main.git("worktree", "add", "-q", "tree");
    const from = ["-c", "protocol.file.allow=always", "submodule", "--quiet"];
    await main.git(...from, "add", workspace.path, "sub");
    expect(findRepository(workspace.at("tree"))?.common).toBe(workspace.at(".git"));
    expect(findRepository(workspace.at("sub"))?.folder).toBe(workspace.at(".git/modules/sub"));
  });

  test("a pipe in place of a file does not make omp wait", () => {
    using workspace = createWorkspace();
    mkdirSync(workspace.at(".git"));
    for (const name of ["config", "commondir"])
      expect(Bun.spawnSync(["mkfifo", workspace.at(`.git/${name}`)]).exitCode).toBe(0);
    expect(Object.keys(harmlessGitVariables(workspace.path, {}))).toContain("GIT_CONFIG_COUNT");
  });
});

test("configuration is read as git reads it", () => {
  const text = [
    "[Core]\n\tFSMonitor = a ; not b",
    '[Filter "A\\"b"] Clean = "x;y" # c',
    "[filter.old] smudge = z\nrequired",
    "[include]\npath = one\\\ntwo",
    "# [core]\n; x = y",
  ].join("\n");
  expect(configEntries(text)).toEqual([
    { key: "core.fsmonitor", value: "a" },
    { key: 'filter.A"b.clean', value: "x;y" },
    { key: "filter.old.smudge", value: "z" },
    { key: "filter.old.required", value: "" },
    { key: "include.path", value: "onetwo" },
  ]);
});
