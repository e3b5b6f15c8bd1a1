// Contract: patterns select entries, newest first; a cache never hides what was just made for long, and forgets what it
// is told to forget.
import { afterAll, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { glob, type GlobOptions } from "./glob.ts";
import { ScanCache } from "./scan-cache.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "omp-glob-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Files by age: the first is the newest. */
function makeTree(name: string, paths: readonly string[]): string {
  const root = join(base, name);
  for (const [age, path] of paths.entries()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith(".gitignore") ? "*.log\n" : "");
    utimesSync(join(root, path), 1_000_000 - age, 1_000_000 - age);
  }
  return root;
}

const root = makeTree("main", [
  "src/b.ts",
  "a.ts",
  "src/deep/c.ts",
  ".config/d.ts",
  "node_modules/p/e.ts",
  "skip.log",
  ".gitignore",
  "docs/read me.md",
  "src/f.tsx",
]);
const paths = async (options: Partial<GlobOptions>): Promise<string[]> =>
  (await glob({ root, patterns: [], ...options })).matches.map((match) => match.path);

describe("patterns", () => {
  test.each<[string[], Partial<GlobOptions>, string[]]>([
    [["*.ts"], {}, ["src/b.ts", "a.ts", "src/deep/c.ts"]],
    [["*.ts"], { includeHidden: true }, ["src/b.ts", "a.ts", "src/deep/c.ts", ".config/d.ts"]],
    [["./*.ts"], {}, ["src/b.ts", "a.ts", "src/deep/c.ts"]],
    [["src/*.ts"], {}, ["src/b.ts"]],
    [["src/**/*.ts"], {}, ["src/b.ts", "src/deep/c.ts"]],
    [["src/**/*.{ts,tsx}"], {}, ["src/b.ts", "src/deep/c.ts", "src/f.tsx"]],
    [["src/[ab].ts", "a.ts"], {}, ["src/b.ts", "a.ts"]],
    [["node_modules/**/*.ts"], {}, ["node_modules/p/e.ts"]],
    [["*.log"], {}, []],
    [["*.log"], { useGitignore: false }, ["skip.log"]],
    [["read me.md"], {}, ["docs/read me.md"]],
    [["nowhere/**"], {}, []],
    [["["], {}, []],
    [["../**"], {}, []],
  ])("%p %p", async (patterns, options, expected) => {
    expect(await paths({ patterns, ...options })).toEqual(expected);
  });

  test("a slash at the end asks for directories", async () => {
    expect((await paths({ patterns: ["**/"] })).toSorted()).toEqual(["docs", "src", "src/deep"]);
    expect(await paths({ patterns: ["deep/"] })).toEqual(["src/deep"]);
  });

  test("the limit keeps the newest and says how many there are", async () => {
    const result = await glob({ root, patterns: ["*.ts"], limit: 2 });
    expect(result).toMatchObject({
      totalMatches: 3,
      matches: [{ path: "src/b.ts" }, { path: "a.ts" }],
      stopped: undefined,
    });
  });

  test("a missing root is an error, whatever the pattern", () => {
    expect(glob({ root: join(base, "missing"), patterns: ["x/*.ts"] })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

describe("cache", () => {
  const request = { includeHidden: false, useGitignore: true, skipNodeModules: true };
  const setup = (name: string) => {
    const clock = { now: 0 };
    const tree = makeTree(name, ["one.txt"]);
    const cache = new ScanCache({ now: () => clock.now });
    const find = async (patterns: string[]): Promise<string[]> =>
      (await glob({ root: tree, patterns, cache })).matches.map((match) => match.path);
    const add = (path: string): void => writeFileSync(join(tree, path), "");
    return { clock, tree, cache, find, add };
  };

  test("a listing is believed for its time and no longer", async () => {
    const { clock, find, add } = setup("ttl");
    expect(await find(["*.txt"])).toEqual(["one.txt"]);
    add("two.txt");
    clock.now = 999;
    expect(await find(["*.txt"])).toEqual(["one.txt"]);
    clock.now = 1_000;
    expect(await find(["*.txt"])).toHaveLength(2);
  });

  test("an empty result from an old listing is checked once more", async () => {
    const { clock, find, add } = setup("recheck");
    await find(["*.txt"]);
    add("new.md");
    clock.now = 199;
    expect(await find(["*.md"])).toEqual([]);
    clock.now = 200;
    expect(await find(["*.md"])).toEqual(["new.md"]);
  });

  test.each<[string, (tree: string) => string | undefined, boolean]>([
    ["a file in it", (tree) => join(tree, "two.txt"), true],
    ["a path below that does not exist", (tree) => join(tree, "no/such/thing"), true],
    ["the root", (tree) => tree, true],
    ["everything", () => undefined, true],
    ["a neighbour with the same beginning", (tree) => `${tree}-other/file`, false],
    ["a directory above", (tree) => dirname(tree), false],
  ])("telling it to forget %s", async (what, path, isForgotten) => {
    const { cache, find, add, tree } = setup(`forget ${what}`);
    await find(["*.txt"]);
    add("two.txt");
    cache.invalidate(path(tree));
    expect(await find(["*.txt"])).toHaveLength(isForgotten ? 2 : 1);
  });

  test("a path through a symbolic link is the same path", async () => {
    const { cache, find, add, tree } = setup("linked");
    symlinkSync(tree, join(base, "link"));
    await find(["*.txt"]);
    add("two.txt");
    cache.invalidate(join(base, "link", "gone.txt"));
    expect(await find(["*.txt"])).toHaveLength(2);
  });

  test("a listing that somebody else has given up is made anew", async () => {
    const { cache, tree } = setup("given up");
    const given = cache.scan({ root: tree, ...request, signal: AbortSignal.abort() });
    const wanted = cache.scan({ root: tree, ...request });
    expect((await given).result.stopped).toBe("aborted");
    expect((await wanted).result).toMatchObject({ stopped: undefined, entries: { length: 1 } });
  });

  test("policies do not share listings", async () => {
    const { cache, tree } = setup("policies");
    for (const includeHidden of [true, false]) {
      for (const useGitignore of [true, false])
        await cache.scan({ root: tree, ...request, includeHidden, useGitignore });
    }
    expect(cache.size).toBe(4);
  });

  test("the oldest listings go first", async () => {
    const { tree } = setup("evict");
    const cache = new ScanCache({ maxEntries: 2 });
    for (const name of ["a", "b", "c"]) mkdirSync(join(tree, name));
    for (const name of ["a", "b", "c"]) await cache.scan({ root: join(tree, name), ...request });
    expect(cache.size).toBe(2);
    writeFileSync(join(tree, "c", "late"), "");
    expect((await cache.scan({ root: join(tree, "c"), ...request })).result.entries).toEqual([]);
    writeFileSync(join(tree, "a", "late"), "");
    expect((await cache.scan({ root: join(tree, "a"), ...request })).result.entries).toHaveLength(
      1,
    );
  });

  test("a cache without time to live reads every time", async () => {
    const { tree, add } = setup("off");
    const cache = new ScanCache({ ttlMs: 0 });
    await cache.scan({ root: tree, ...request });
    add("two.txt");
    expect(await cache.scan({ root: tree, ...request })).toMatchObject({
      ageMs: 0,
      result: { entries: { length: 2 } },
    });
    expect(cache.size).toBe(0);
  });

  test("an incomplete listing is not remembered", async () => {
    const { tree, cache, add } = setup("partial");
    for (let index = 0; index < 100; index++) add(`file-${index}`);
    await cache.scan({ root: tree, ...request, timeoutMs: 0 });
    expect(cache.size).toBe(0);
  });
});
