// Contract: a walk lists exactly what git would consider part of a tree, plus what its switches ask for, in order of
// path, and neither odd names nor odd files nor unreadable directories do it harm.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { walk, type WalkOptions } from "./walk.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "omp-walk-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
function makeTree(files: Readonly<Record<string, string>>): string {
  const root = join(base, `tree-${count++}`);
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function filesOf(options: WalkOptions): Promise<string[]> {
  const { entries } = await walk(options);
  return entries.filter((entry) => entry.type === "file").map((entry) => entry.path);
}

function git(root: string, ...args: string[]): string {
  const env = {
    PATH: process.env["PATH"] ?? "",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    HOME: base,
  };
  return Bun.spawnSync(["git", "-C", root, ...args], { env, stdin: "ignore" }).stdout.toString();
}

describe("switches", () => {
  const files = {
    "a.ts": "",
    ".hidden/x.ts": "",
    ".env": "",
    ".gitignore": "*.log\n/build/\n",
    "b.log": "",
    "build/out.js": "",
    "src/build/in.js": "",
    "src/.gitignore": "!important.log\ngenerated\n",
    "src/important.log": "",
    "src/other.log": "",
    "src/generated/deep/x.ts": "",
    "node_modules/p/index.js": "",
    ".git/config": "",
    "sub/.git/HEAD": "",
    "sub/kept.ts": "",
  };
  const root = makeTree(files);

  test.each<[string, Partial<WalkOptions>, string[]]>([
    [
      "plain",
      {},
      ["a.ts", "node_modules/p/index.js", "src/build/in.js", "src/important.log", "sub/kept.ts"],
    ],
    [
      "without node_modules",
      { skipNodeModules: true },
      ["a.ts", "src/build/in.js", "src/important.log", "sub/kept.ts"],
    ],
    [
      "hidden too",
      { includeHidden: true, skipNodeModules: true },
      [
        ".env",
        ".gitignore",
        ".hidden/x.ts",
        "a.ts",
        "src/.gitignore",
        "src/build/in.js",
        "src/important.log",
        "sub/kept.ts",
      ],
    ],
    [
      "ignored too",
      { useGitignore: false, skipNodeModules: true },
      [
        "a.ts",
        "b.log",
        "build/out.js",
        "src/build/in.js",
        "src/generated/deep/x.ts",
        "src/important.log",
        "src/other.log",
        "sub/kept.ts",
      ],
    ],
    ["a part", { below: "src" }, ["src/build/in.js", "src/important.log"]],
  ])("%s", async (_, options, expected) => {
    expect(await filesOf({ root, ...options })).toEqual(expected);
  });

  test("directories come before what they hold", async () => {
    const { entries } = await walk({ root, below: "src" });
    expect(entries).toEqual([
      { path: "src/build", type: "directory" },
      { path: "src/build/in.js", type: "file" },
      { path: "src/important.log", type: "file" },
    ]);
  });

  test("rules above the root count inside a repository and nowhere else", async () => {
    const inside = makeTree({
      ".git/HEAD": "",
      ".gitignore": "*.log\npkg/skip.ts\n",
      "pkg/a.log": "",
      "pkg/skip.ts": "",
      "pkg/b.ts": "",
    });
    expect(await filesOf({ root: join(inside, "pkg") })).toEqual(["b.ts"]);
    const outside = makeTree({ ".gitignore": "*.log\n", "pkg/a.log": "" });
    expect(await filesOf({ root: join(outside, "pkg") })).toEqual(["a.log"]);
    const nested = makeTree({
      ".git/HEAD": "",
      ".gitignore": "*.log\n",
      "pkg/.git/HEAD": "",
      "pkg/a.log": "",
    });
    expect(await filesOf({ root: join(nested, "pkg") })).toEqual(["a.log"]);
  });
});

const names = fc.constantFrom("a", "b", "c.log", "d.txt", "build", "x y", "äö", "[z]");
const patterns = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "", "/", "**/"),
    fc.array(
      fc.constantFrom(
        "a",
        "b",
        "*",
        "**",
        "*.log",
        "?",
        "c*",
        "build",
        "[a-c]*",
        "x\\ y",
        "äö",
        "ä*",
        "\\[z\\]",
        "[!a]",
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom("", "", "/", "/**"),
  )
  .map(([not, start, parts, end]) => `${not}${start}${parts.join("/")}${end}`);

test("for any tree and any rules the list is the one git gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(names, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 }),
      fc.dictionary(
        fc.constantFrom("", "a/", "b/", "build/", "a/b/"),
        fc.array(patterns, { maxLength: 5 }),
        { maxKeys: 3 },
      ),
      async (paths, ignores) => {
        const files: Record<string, string> = {};
        for (const parts of paths)
          files[[...parts.slice(0, -1), `f-${parts.at(-1)}`].join("/")] = "";
        for (const [directory, lines] of Object.entries(ignores))
          files[`${directory}.gitignore`] = lines.join("\n");
        const root = makeTree(files);
        git(root, "init", "-q");
        const expected = git(root, "ls-files", "-z", "--others", "--exclude-standard")
          .split("\0")
          .filter(Boolean);
        const actual = await filesOf({ root, includeHidden: true });
        rmSync(root, { recursive: true });
        expect(actual.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns: 30 },
  );
}, 60_000);

describe("odd entries", () => {
  let root: string;
  const server = createServer();
  beforeAll(async () => {
    root = makeTree({
      "plain.txt": "",
      "with\nnewline": "",
      "locked/in.txt": "",
      " lead": "",
      "-dash": "",
      "'quote\"": "",
    });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff, 0xfe])]), "");
    symlinkSync("nowhere", join(root, "broken-link"));
    symlinkSync("..", join(root, "loop-link"));
    Bun.spawnSync(["mkfifo", join(root, "fifo")]);
    await new Promise<void>((done) => void server.listen(join(root, "socket"), done));
    chmodSync(join(root, "locked"), 0);
  });
  afterAll(() => {
    server.close();
    chmodSync(join(root, "locked"), 0o755);
  });

  test("are listed by their type and never entered", async () => {
    const { entries, unreadable, stopped } = await walk({ root });
    const types = Object.fromEntries(entries.map((entry) => [entry.path, entry.type]));
    expect(types).toMatchObject({
      "plain.txt": "file",
      "with\nnewline": "file",
      "broken-link": "symlink",
      "loop-link": "symlink",
      fifo: "other",
      socket: "other",
      locked: "directory",
    });
    expect(stopped).toBeUndefined();
    const isRoot = process.getuid?.() === 0;
    expect(unreadable).toBe(isRoot ? 0 : 1);
  });
});

describe("limits", () => {
  const root = makeTree(
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d${index % 30}/f${index}`, ""])),
  );

  test("an abort ends the walk with what was found", async () => {
    expect((await walk({ root, signal: AbortSignal.abort() })).stopped).toBeOneOf([
      "aborted",
      undefined,
    ]);
    const wide = makeTree(
      Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`d${index}/f`, ""])),
    );
    const { stopped, entries } = await walk({ root: wide, signal: AbortSignal.abort() });
    expect(stopped).toBe("aborted");
    expect(entries.length).toBeLessThan(3_000);
  });

  test("a time limit ends the walk with what was found", async () => {
    const { stopped, entries } = await walk({ root, timeoutMs: 0 });
    expect(stopped).toBe("timeout");
    expect(entries.length).toBeLessThan(330);
  });

  test("a walk that takes long tells what it has so far", async () => {
    const counts: number[] = [];
    const onProgress = (entries: readonly unknown[]): void => void counts.push(entries.length);
    const { entries } = await walk({ root, onProgress, progressMs: 0 });
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
    expect(counts.at(-1)).toBeLessThanOrEqual(entries.length);
  });

  test("a number limit is exact", async () => {
    expect(await walk({ root, maxEntries: 10 })).toMatchObject({
      stopped: "limit",
      entries: { length: 10 },
    });
    expect((await walk({ root, maxEntries: 330 })).stopped).toBeUndefined();
  });

  test.each([
    [join(base, "missing"), "ENOENT"],
    [join(base, "tree-0", "a.ts"), "ENOTDIR"],
  ])("no directory: %p", (path, code) => {
    expect(walk({ root: path })).rejects.toMatchObject({ code });
  });
});
