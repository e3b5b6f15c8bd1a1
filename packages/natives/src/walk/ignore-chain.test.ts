// Contract: ignore files of every kind count as they do for ripgrep, whichever of the two lists a tree.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { grep } from "../grep/grep.ts";
import { walk } from "./walk.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "omp-ignore-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
function makeTree(files: Readonly<Record<string, string>>): string {
  const root = join(base, `tree-${count++}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const code = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, "needle"]));

const CASES: readonly [string, Record<string, string>, string, string[]][] = [
  [".ignore", { ...code("a.txt", "b.txt"), ".ignore": "b.txt" }, "", ["a.txt"]],
  [".rgignore", { ...code("a.txt", "b.txt"), ".rgignore": "b.txt" }, "", ["a.txt"]],
  [
    ".ignore before .gitignore, even from above",
    { ...code("d/a.txt", "d/b.txt"), ".ignore": "!a.txt", "d/.gitignore": "*.txt" },
    "",
    ["d/a.txt"],
  ],
  [
    ".git/info/exclude, and .gitignore before it",
    { ...code("a.txt", "b.txt"), ".git/info/exclude": "*.txt", ".gitignore": "!b.txt" },
    "",
    ["b.txt"],
  ],
  [
    "exclude from inside a repository",
    { ...code("d/a.txt", "d/b.txt"), ".git/info/exclude": "/d/a.txt" },
    "d",
    ["b.txt"],
  ],
  [
    "a repository in another starts afresh, but for .ignore",
    {
      ...code("in/a.txt", "in/b.txt", "in/c.txt"),
      ".gitignore": "a.txt",
      ".ignore": "c.txt",
      ".git/HEAD": "",
      "in/.git/HEAD": "",
    },
    "",
    ["in/a.txt", "in/b.txt"],
  ],
  [
    "a work tree has the exclude file of its repository",
    {
      ...code("wt/a.txt", "wt/b.txt"),
      "wt/.git": "gitdir: ../main/.git/worktrees/wt\n",
      "main/.git/info/exclude": "a.txt",
      "main/.git/worktrees/wt/commondir": "../..\n",
    },
    "wt",
    ["b.txt"],
  ],
  [
    "outside a repository nothing above counts",
    { ...code("d/a.txt"), ".ignore": "a.txt", ".gitignore": "a.txt" },
    "d",
    ["a.txt"],
  ],
];

describe("ignore files", () => {
  test.each(CASES)("%s", async (_, files, below, expected) => {
    const root = join(makeTree(files), below);
    const { entries } = await walk({ root });
    expect(entries.filter(({ type }) => type === "file").map(({ path }) => path)).toEqual(expected);
    const found = await grep({ root, pattern: "needle", includeHidden: false, engine: "ripgrep" });
    expect(found.paths).toEqual(expected);
  });

  test("all are switched off together", async () => {
    const root = makeTree({
      ...code("a", "b", "c"),
      ".ignore": "a",
      ".gitignore": "b",
      ".git/info/exclude": "c",
    });
    for (const engine of ["in-process", "ripgrep"] as const) {
      const found = await grep({ root, pattern: "needle", useGitignore: false, engine });
      expect(found.paths).toEqual(["a", "b", "c"]);
    }
  });
});
