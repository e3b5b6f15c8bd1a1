// Standing instructions: which files count, in which order, and that none of them reaches further than its text.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { findContextFiles } from "./find-context-files.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
  mkdirSync(workspace.at("home/.omp/agent"), { recursive: true });
});
afterEach(() => workspace[Symbol.dispose]());

const find = (cwd: string, disabledSources: readonly string[] = []) =>
  findContextFiles({
    cwd: workspace.at(cwd),
    home: workspace.at("home"),
    agentDir: workspace.at("home/.omp/agent"),
    disabledSources,
  });
const texts = (cwd: string): string[] => find(cwd).files.map(({ text }) => text);
const repository = (): void => {
  mkdirSync(workspace.at("home/repo/.git"), { recursive: true });
  mkdirSync(workspace.at("home/repo/pkg/deep"), { recursive: true });
};

describe("order", () => {
  test("the person's own first, then the project from its root inwards", () => {
    repository();
    workspace.write({
      "home/AGENTS.md": "above the repository",
      "home/.omp/agent/AGENTS.md": "mine",
      "home/repo/AGENTS.md": "root",
      "home/repo/pkg/AGENTS.md": "package",
      "home/repo/pkg/deep/AGENTS.md": "deep",
      "home/repo/.omp/AGENTS.md": "native",
    });
    expect(texts("home/repo/pkg/deep")).toEqual(["mine", "root", "package", "deep", "native"]);
    expect(find("home/repo").files.map(({ level, source }) => `${level} ${source}`)).toEqual([
      "user native",
      "project agents-md",
      "project native",
    ]);
  });

  test("other programs' files, each with its source", () => {
    repository();
    const paths: Record<string, string> = {
      "home/.claude/CLAUDE.md": "claude",
      "home/.codex/AGENTS.md": "codex",
      "home/.gemini/GEMINI.md": "gemini",
      "home/.config/opencode/AGENTS.md": "opencode",
      "home/.agents/AGENTS.md": "agents",
      "home/repo/.github/copilot-instructions.md": "github",
      "home/repo/.gemini/GEMINI.md": "gemini",
      "home/repo/.codex/AGENTS.md": "codex",
      "home/repo/.agent/AGENTS.md": "agents",
      "home/repo/.claude/CLAUDE.md": "claude",
    };
    workspace.write(Object.fromEntries(Object.keys(paths).map((path) => [path, `in ${path}`])));
    expect(find("home/repo").files.map(({ text, source }) => [text, source])).toEqual(
      Object.entries(paths).map(([path, source]) => [`in ${path}`, source]),
    );
    const without = find("home/repo", ["claude", "codex"]).files.map(({ source }) => source);
    expect(without).toEqual(["gemini", "opencode", "agents", "github", "gemini", "agents"]);
  });

  test("the nearest .omp that holds anything", () => {
    repository();
    mkdirSync(workspace.at("home/repo/pkg/.omp"));
    workspace.write({ "home/repo/.omp/AGENTS.md": "of the root" });
    expect(texts("home/repo/pkg/deep")).toEqual(["of the root"]);
  });

  test("the same text is given once", () => {
    repository();
    workspace.write({ "home/repo/AGENTS.md": "same", "home/repo/.codex/AGENTS.md": "same\n" });
    mkdirSync(workspace.at("home/repo/.claude"));
    symlinkSync("../AGENTS.md", workspace.at("home/repo/.claude/CLAUDE.md"));
    expect(find("home/repo").files.map(({ path }) => path)).toEqual([
      workspace.at("home/repo/AGENTS.md"),
    ]);
  });
});

describe("without a repository", () => {
  test("goes up to the home directory, not into a folder that anyone may write to", () => {
    workspace.write({
      "home/AGENTS.md": "of home",
      "home/a/AGENTS.md": "a",
      "home/a/b/AGENTS.md": "b",
      "open/AGENTS.md": "anyone's",
      "open/mine/AGENTS.md": "mine",
    });
    chmodSync(workspace.at("open"), 0o777);
    expect(texts("home/a/b")).toEqual(["a", "b"]);
    expect(texts("open/mine")).toEqual(["mine"]);
  });

  test("hidden folders are passed over, and it ends after twenty", () => {
    const deep = `far/${"d/".repeat(21)}`;
    workspace.write({
      "far/AGENTS.md": "too far",
      [`${deep}AGENTS.md`]: "here",
      "far/.hidden/AGENTS.md": "hidden",
      "far/.hidden/in/AGENTS.md": "inside",
    });
    expect(texts(deep.slice(0, -1))).toEqual(["here"]);
    expect(texts("far/.hidden/in")).toEqual(["too far", "inside"]);
  });
});

describe("a hostile or broken file", () => {
  test("a link out of the project is not followed, and said", () => {
    repository();
    workspace.write({ "home/secret": "key" });
    symlinkSync("../secret", workspace.at("home/repo/AGENTS.md"));
    expect(find("home/repo")).toEqual({
      files: [],
      notes: [`${workspace.at("home/repo/AGENTS.md")} leads out of the project and is not read.`],
    });
  });

  test("invisible characters become visible", () => {
    repository();
    workspace.write({ "home/repo/AGENTS.md": "a\u202eb\u001b[2Jc\r\n" });
    expect(texts("home/repo")).toEqual(["a‹U+202E›b␛[2Jc\n"]);
  });

  test("one that is too long is cut after a line, and all of them together have a limit", () => {
    repository();
    const line = "a rule that is never short of words\n";
    for (const folder of ["", "pkg/", "pkg/deep/"])
      workspace.write({ [`home/repo/${folder}AGENTS.md`]: `${folder}\n${line.repeat(3000)}` });
    const { files, notes } = find("home/repo/pkg/deep");
    expect(files.length).toBe(3);
    expect(notes.length).toBe(3);
    for (const { text } of files)
      expect(text).toEndWith("short of words\n[The file goes on; the rest was left out.]");
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(161 << 10);
  });

  test("a folder of that name, an empty file and bytes that are no text do no harm", () => {
    repository();
    mkdirSync(workspace.at("home/repo/AGENTS.md"));
    workspace.write({ "home/repo/pkg/AGENTS.md": " \n", "home/repo/pkg/deep/AGENTS.md": "" });
    expect(find("home/repo/pkg/deep")).toEqual({ files: [], notes: [] });
  });
});
