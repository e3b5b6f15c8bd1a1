// Contract: both engines give the same result for any pattern over any files; limits, pages and odd files behave.
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
import { GrepPatternError, grep, type GrepOptions, type GrepResult } from "./grep.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "omp-grep-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
function makeTree(files: Readonly<Record<string, string | Buffer>>): string {
  const root = join(base, `tree-${count++}`);
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** `path:line:text` for matches, `path-line-text` for context. */
function show({ files }: GrepResult): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.map(({ number, text, isMatch }) =>
      isMatch ? `${path}:${number}:${text}` : `${path}-${number}-${text}`,
    ),
  );
}

const ENGINES = ["in-process", "ripgrep"] as const;

describe.each(ENGINES)("%s", (engine) => {
  const root = makeTree({
    "a.ts": "one\ntwo needle\nthree\nfour\nneedle five\nsix\nseven\n",
    "src/b.ts": "Needle\n",
    "src/c.md": "needle in docs",
    ".env": "needle=1\n",
    "skip.log": "needle\n",
    ".gitignore": "*.log\n",
    "node_modules/p.js": "needle\n",
    "multi.txt": "begin\n  middle\nend\nbegin\nend\n",
    "crlf.txt": "needle one\r\nneedle\r\n",
    "braces.ts": "const a = `${needle}`;\nfoo(needle;\n",
  });
  const search = (options: Partial<GrepOptions>): Promise<GrepResult> =>
    grep({ root, pattern: "needle", engine, globs: ["a.ts", "src/**"], ...options });

  test.each<[string, Partial<GrepOptions>, string[]]>([
    ["lines", {}, ["a.ts:2:two needle", "a.ts:5:needle five", "src/c.md:1:needle in docs"]],
    [
      "either case",
      { ignoreCase: true, globs: ["*.ts"] },
      [
        "a.ts:2:two needle",
        "a.ts:5:needle five",
        "braces.ts:1:const a = `${needle}`;",
        "braces.ts:2:foo(needle;",
        "src/b.ts:1:Needle",
      ],
    ],
    [
      "context",
      { contextBefore: 1, contextAfter: 1, globs: ["a.ts"] },
      [
        "a.ts-1-one",
        "a.ts:2:two needle",
        "a.ts-3-three",
        "a.ts-4-four",
        "a.ts:5:needle five",
        "a.ts-6-six",
      ],
    ],
    [
      "merged context",
      { contextAfter: 3, globs: ["a.ts"] },
      [
        "a.ts:2:two needle",
        "a.ts-3-three",
        "a.ts-4-four",
        "a.ts:5:needle five",
        "a.ts-6-six",
        "a.ts-7-seven",
      ],
    ],
    ["hidden files", { globs: [".env"] }, [".env:1:needle=1"]],
    ["no hidden files", { globs: [".env"], includeHidden: false }, []],
    ["ignored files", { globs: ["*.log"] }, []],
    ["ignored files when asked", { globs: ["*.log"], useGitignore: false }, ["skip.log:1:needle"]],
    ["node_modules when named", { globs: ["node_modules/*"] }, ["node_modules/p.js:1:needle"]],
    ["node_modules not otherwise", { globs: ["*.js"] }, []],
    [
      "spans",
      { pattern: "begin\\n.*\\nend", multiline: true, globs: ["multi.txt"] },
      ["multi.txt:1:begin", "multi.txt:2:  middle", "multi.txt:3:end"],
    ],
    [
      "several spans",
      { pattern: "begin[\\s\\S]*?end", multiline: true, globs: ["multi.txt"] },
      [
        "multi.txt:1:begin",
        "multi.txt:2:  middle",
        "multi.txt:3:end",
        "multi.txt:4:begin",
        "multi.txt:5:end",
      ],
    ],
    ["line ends of Windows", { pattern: "needle$", globs: ["crlf.txt"] }, ["crlf.txt:2:needle"]],
    ["literal braces", { pattern: "${needle}", globs: ["*.ts"] }, []],
    [
      "an open parenthesis",
      { pattern: "foo(needle", globs: ["*.ts"] },
      ["braces.ts:2:foo(needle;"],
    ],
    ["cut lines", { maxColumns: 5, globs: ["a.ts"] }, ["a.ts:2:two n", "a.ts:5:needl"]],
    [
      "given files, ignored or not",
      { files: ["skip.log", "a.ts", "missing"], globs: [] },
      ["skip.log:1:needle", "a.ts:2:two needle", "a.ts:5:needle five"],
    ],
    ["a directory that is not there", { globs: ["nowhere/*.ts"] }, []],
  ])("%s", async (_, options, expected) => {
    expect(show(await search(options))).toEqual(expected);
  });

  test("the limit of a file says that there is more", async () => {
    const { files } = await search({ globs: ["a.ts"], maxMatchesPerFile: 1, contextAfter: 1 });
    expect(files).toMatchObject([
      {
        matchCount: 1,
        hasMore: true,
        lines: [
          { number: 2, isMatch: true },
          { number: 3, isMatch: false },
        ],
      },
    ]);
    expect((await search({ globs: ["a.ts"], maxMatchesPerFile: 2 })).files).toMatchObject([
      { matchCount: 2, hasMore: false },
    ]);
  });

  test("pages are stable and complete", async () => {
    const whole = await search({ globs: [] });
    const paths = whole.files.map((file) => file.path);
    const paged: string[] = [];
    for (let skipFiles = 0; ; skipFiles += 2) {
      const page = await search({ globs: [], skipFiles, maxFiles: 2 });
      expect(page.totalFiles).toBe(paths.length);
      if (page.files.length === 0) break;
      paged.push(...page.files.map((file) => file.path));
    }
    expect(paged).toEqual(paths);
  });
});

describe("only ripgrep", () => {
  test("knows file types", async () => {
    const root = makeTree({ "a.py": "x\n", "a.ts": "x\n" });
    expect(show(await grep({ root, pattern: "x", type: "py" }))).toEqual(["a.py:1:x"]);
    expect(grep({ root, pattern: "x", type: "nonsense" })).rejects.toThrow(GrepPatternError);
  });

  test.each(["(?=a)b", "[a", "a{99999}{99999}", "\\q"])(
    "%p is refused with a reason",
    (pattern) => {
      const root = makeTree({ a: "a" });
      expect(grep({ root, pattern })).rejects.toThrow(GrepPatternError);
    },
  );

  test("a missing root is the system's error", () => {
    expect(grep({ root: join(base, "missing"), pattern: "x" })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  test("a missing binary is said", () => {
    const root = makeTree({ a: "a" });
    expect(
      grep({ root, pattern: "\\p{Greek}", findRipgrep: () => join(base, "no-rg") }),
    ).rejects.toThrow("no-rg");
  });
});

const words = fc.constantFrom("a", "b", "ab", "B", "é", "_x", "1", " ", ".", "(", "\t", "é́", "😀");
const texts = fc
  .array(
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join("")),
    { maxLength: 12 },
  )
  .chain((lines) => fc.constantFrom("\n", "\n", "\n", "\r\n").map((end) => lines.join(end)));
const atoms = fc.constantFrom(
  "a",
  "b",
  ".",
  "\\w",
  "\\d",
  "\\s",
  "\\W",
  "\\S",
  "\\b",
  "[ab]",
  "[^a]",
  "[a-z0-9]",
  "\\.",
  "\\(",
  "é",
  "😀",
  "^",
  "$",
  "(?:ab|b)",
  "B",
);
const patterns = fc
  .array(fc.tuple(atoms, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) =>
    parts.map(([atom, repeat]) => (/^(?:\^|\$|\\b)$/.test(atom) ? atom : atom + repeat)).join(""),
  );

test("for any files and any pattern both engines agree", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 3 }),
      patterns,
      fc.record({
        ignoreCase: fc.boolean(),
        multiline: fc.boolean(),
        contextBefore: fc.nat({ max: 2 }),
        contextAfter: fc.nat({ max: 2 }),
        maxMatchesPerFile: fc.integer({ min: 1, max: 5 }),
        maxColumns: fc.constantFrom(3, 500),
      }),
      async (contents, pattern, options) => {
        const root = makeTree(
          Object.fromEntries(contents.map((text, index) => [`f${index}.txt`, text])),
        );
        const expected = await grep({ root, pattern, ...options, engine: "ripgrep" });
        const automatic = await grep({ root, pattern, ...options });
        expect(automatic).toEqual(expected);
        const own = await grep({ root, pattern, ...options, engine: "in-process" }).catch(
          () => undefined,
        );
        if (own?.skippedFiles === 0) {
          compared++;
          expect(own).toEqual(expected);
        }
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 80 },
  );
  expect(compared).toBeGreaterThan(30);
}, 120_000);

describe("odd files", () => {
  const server = createServer();
  let root: string;
  beforeAll(async () => {
    root = makeTree({
      "good.txt": "needle\n",
      "long.txt": `${"x".repeat(1 << 20)}needle${"y".repeat(1 << 20)}\n`,
      "binary.bin": Buffer.from("needle\0needle\n"),
      "latin1.txt": Buffer.from("caf\xe9 needle\n", "latin1"),
      "utf16.txt": Buffer.from("\uFEFFneedle in sixteen\n", "utf16le"),
      "bom.txt": "\uFEFFneedle first\n",
      "lone-cr.txt": "needle\rneedle\n",
      "new\nline.txt": "needle\n",
      "locked.txt": "needle\n",
      "locked/in.txt": "needle\n",
      "empty.txt": "",
      "no-end.txt": "needle",
    });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff])]), "needle\n");
    symlinkSync("nowhere", join(root, "broken"));
    symlinkSync("good.txt", join(root, "link.txt"));
    Bun.spawnSync(["mkfifo", join(root, "fifo")]);
    await new Promise<void>((done) => void server.listen(join(root, "socket"), done));
    chmodSync(join(root, "locked.txt"), 0);
    chmodSync(join(root, "locked"), 0);
  });
  afterAll(() => {
    server.close();
    chmodSync(join(root, "locked"), 0o755);
  });

  test("do no harm, by either engine", async () => {
    const automatic = await grep({ root, pattern: "needle", maxColumns: 40 });
    const ripgrep = await grep({ root, pattern: "needle", maxColumns: 40, engine: "ripgrep" });
    expect(automatic).toEqual(ripgrep);
    const lines = show(automatic).filter((line) => !line.startsWith("locked"));
    expect(lines).toContain("good.txt:1:needle");
    expect(lines).toContain(`long.txt:1:${"x".repeat(40)}`);
    expect(lines).toContain("latin1.txt:1:caf\uFFFD needle");
    expect(lines).toContain("utf16.txt:1:needle in sixteen");
    expect(lines).toContain("bom.txt:1:needle first");
    expect(lines).toContain("new\nline.txt:1:needle");
    expect(lines).toContain("no-end.txt:1:needle");
    expect(lines.join()).not.toContain("binary.bin");
  });

  // In a tree without longer lines: how far ripgrep looks ahead for NUL grows with the longest line a thread has met.
  test("a late NUL ends the search of its file, by either engine", async () => {
    const late = makeTree({
      "late-nul.txt": Buffer.concat([
        Buffer.from(`needle\n${"z\n".repeat(50_000)}`),
        Buffer.from([0]),
        Buffer.from("needle\n"),
      ]),
    });
    for (const engine of ["in-process", "ripgrep"] as const) {
      const found = await grep({ root: late, pattern: "needle", engine });
      expect(show(found)).toEqual(["late-nul.txt:1:needle"]);
    }
  });

  test("named directly, pipes and sockets are no files", async () => {
    const files = ["fifo", "socket", "broken", "locked", "good.txt"];
    expect(show(await grep({ root, pattern: "needle", files }))).toEqual(["good.txt:1:needle"]);
  });

  test("a pattern that JavaScript could choke on ends at once", async () => {
    const victim = makeTree({ "a.txt": `${"a".repeat(50_000)}!\n` });
    expect((await grep({ root: victim, pattern: "a*a*a*b" })).files).toEqual([]);
    expect((await grep({ root: victim, pattern: "(a+)+b" })).files).toEqual([]);
  });
});

describe("limits", () => {
  const root = makeTree(
    Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `d${index % 20}/f${index}.txt`,
        "needle\n".repeat(20),
      ]),
    ),
  );

  test("an abort before or during the search gives what there is", async () => {
    expect(await grep({ root, pattern: "needle", signal: AbortSignal.abort() })).toMatchObject({
      stopped: "aborted",
      files: [],
    });
    const stop = new AbortController();
    const running = grep({ root, pattern: "needle", signal: stop.signal, engine: "ripgrep" });
    stop.abort();
    expect(await running).toMatchObject({ stopped: "aborted" });
  });

  test("a time limit gives what there is", async () => {
    expect(await grep({ root, pattern: "needle", timeoutMs: 0, engine: "ripgrep" })).toMatchObject({
      stopped: "timeout",
    });
  });

  test("a tree that is not small is searched whole", async () => {
    const { totalFiles, files } = await grep({
      root,
      pattern: "needle",
      maxFiles: 3,
      maxMatchesPerFile: 2,
    });
    expect([totalFiles, files.length]).toEqual([600, 3]);
    expect(files[0]).toMatchObject({ path: "d0/f0.txt", matchCount: 2, hasMore: true });
  });
});
