// What a model sees of files, folders and databases, at and beyond every limit.
import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { createFileTools, type FileTools } from "../../testing/file-tools.ts";
import read from "./read.ts";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");
const textOf = async (tools: FileTools, path: string): Promise<string> =>
  (await tools.call(read, { path })).text;

describe("lines", () => {
  const cases: [path: string, expected: string][] = [
    [
      "a.txt:2-3",
      "1:line 1\n2:line 2\n3:line 3\n4:line 4\n5:line 5\n6:line 6\n\n[Showing lines 1-6 of 400. Use :7 to continue]",
    ],
    ["a.txt:399", "398:line 398\n399:line 399\n400:line 400"],
    ["a.txt:-2", "398:line 398\n399:line 399\n400:line 400"],
    ["a.txt:2-3,5-6", "2:line 2\n3:line 3\n\n…\n\n5:line 5\n6:line 6"],
    [
      "a.txt:2-3,500-600",
      "2:line 2\n3:line 3\n\n[Range 500-600 is beyond end of file (400 lines total); skipped]",
    ],
    ["a.txt:0", "Line selector 0 is invalid; lines are 1-indexed. Use :1."],
  ];
  for (const [path, expected] of cases) {
    test(path, async () => {
      await using tools = createFileTools();
      tools.workspace.write({ "a.txt": numbered(400) });
      const text = await textOf(tools, path);
      expect(text.replace(/^¶a\.txt#[0-9a-f]{4}\n/, "")).toBe(expected);
    });
  }

  test("raw ranges are verbatim: no context, no notice, own line endings", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": "one\r\ntwo\r\nthree\r\n" });
    expect(await textOf(tools, "a.txt:raw")).toBe("one\r\ntwo\r\nthree\r\n");
    expect(await textOf(tools, "a.txt:2-2:raw")).toBe("two\r");
  });

  test("a name that ends like a selector is that name", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt:5": "mine", "a.txt": numbered(9) });
    expect(await textOf(tools, "a.txt:5")).toContain("1:mine");
  });

  test("other edit modes get no anchors; numbers when asked for", async () => {
    await using plain = createFileTools({ values: { edit: { mode: "replace" } } });
    plain.workspace.write({ "a.txt": "x\ny" });
    expect(await textOf(plain, "a.txt")).toBe("x\ny");
    await using numbers = createFileTools({
      values: { readHashLines: false, readLineNumbers: true },
    });
    numbers.workspace.write({ "a.txt": "x\ny" });
    expect(await textOf(numbers, "a.txt")).toBe("1|x\n2|y");
  });

  test("50 KB are the most that is shown, and the notice says how to go on", async () => {
    await using tools = createFileTools();
    tools.workspace.write({
      "a.txt": Array.from({ length: 2000 }, () => "y".repeat(200)).join("\n"),
    });
    const text = await textOf(tools, "a.txt:1-2000");
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    const [, last = ""] =
      /\[Showing lines 1-(\d+) of 2000 \(50KB limit\)\. Use :\d+ to continue\]$/.exec(text) ?? [];
    expect(text).toContain(`\n${last}:yyy`);
    expect(await textOf(tools, `a.txt:${Number(last) + 1}`)).toContain(`\n${Number(last) + 1}:yyy`);
  });
});

describe("large files", () => {
  const big = `${numbered(1_000_000)}\n`;

  test("show any lines without holding the file, and no edit header", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "big.log": big });
    const middle = await textOf(tools, "big.log:900000-900001");
    expect(middle).toStartWith("899999|line 899999\n900000|line 900000\n");
    expect(middle).toContain("[Showing lines 899999-900004. Use :900005 to continue]");
    expect(middle).not.toContain("¶");
    expect(await textOf(tools, "big.log:-3")).toBe(
      "line 999998\nline 999999\nline 1000000\n\n[Last 3 lines of 11.3MB; line numbers were not counted]",
    );
    expect(await textOf(tools, "big.log:2000000")).toContain(
      "Line 2000000 is beyond end of file (1000001 lines total).",
    );
  });

  test("a single line of 100 MB is cut", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "one.json": "x".repeat(100_000_000) });
    for (const path of ["one.json", "one.json:raw", "one.json:-1"]) {
      const { text, isError } = await tools.call(read, { path });
      expect(isError).toBe(false);
      expect(text.length).toBeLessThan(50 * 1024);
      expect(text).toContain("xxx");
    }
  });
});

describe("what is no text", () => {
  test("binary files are named with their size", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.bin": new Uint8Array([1, 2, 0, 3]) });
    expect(await textOf(tools, "a.bin")).toBe("[Cannot read binary file 'a.bin' (4B)]");
  });

  test("escape sequences never reach the answer", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": "safe\u001b]0;title\u0007\u001b[31mred" });
    expect(await textOf(tools, "a.txt:raw")).toBe("safered");
  });

  test("a notebook is its cells, raw its JSON", async () => {
    await using tools = createFileTools();
    const json = JSON.stringify({
      cells: [{ cell_type: "code", source: ["x = 1\n", "y"] }],
      nbformat: 4,
    });
    tools.workspace.write({ "n.ipynb": json });
    expect(await textOf(tools, "n.ipynb")).toMatch(
      /^¶n\.ipynb#....\n1:# %% \[code\] cell:1\n2:x = 1\n3:y$/,
    );
    expect(await textOf(tools, "n.ipynb:raw")).toBe(json);
  });
});

describe("paths", () => {
  test("several suffix matches are named, none is chosen", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "x/b.txt": "", "y/b.txt": "", "node_modules/z/b.txt": "" });
    const result = await tools.call(read, { path: "b.txt" });
    expect(result).toMatchObject({
      isError: true,
      text: "Path 'b.txt' not found\nSimilar: x/b.txt, y/b.txt",
    });
  });

  const wrong: [path: string, says: string][] = [
    ["bogus://x", "Path 'bogus://x' not found"],
    ["loop", "its symbolic links go in a circle"],
    ["a.txt/b", "Path 'a.txt/b' not found"],
    ["x\u0000y", ""],
    ["n".repeat(5000), "not found"],
  ];
  for (const [path, says] of wrong) {
    test(`refuses ${JSON.stringify(path.slice(0, 20))}`, async () => {
      await using tools = createFileTools();
      tools.workspace.write({ "a.txt": "" });
      symlinkSync("loop", tools.workspace.at("loop"));
      const result = await tools.call(read, { path });
      expect(result.isError).toBe(true);
      expect(result.text).toContain(says);
    });
  }

  test("file:// addresses and ~ are files", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a b.txt": "hi" });
    expect(await textOf(tools, `file://${tools.workspace.path}/a%20b.txt`)).toContain("1:hi");
    expect(await textOf(tools, "~")).toBe("(empty directory)");
  });
});

test("a directory is a tree of two levels, newest first, twelve entries each", async () => {
  await using tools = createFileTools();
  const { workspace } = tools;
  for (let at = 0; at < 15; at++) workspace.write({ [`many/f${at}.txt`]: "x".repeat(at) });
  workspace.write({ "deep/a/b/c.txt": "", "new.txt": "12345" });
  mkdirSync(workspace.at("empty"));
  const at = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
  for (let file = 0; file < 15; file++)
    utimesSync(workspace.at(`many/f${file}.txt`), at(file * 60), at(file * 60));
  const ages: [name: string, seconds: number][] = [
    ["many", 7200],
    ["deep", 90_000],
    ["empty", 3_000_000],
    ["new.txt", 1],
    ["deep/a", 70],
  ];
  for (const [name, seconds] of ages) utimesSync(workspace.at(name), at(seconds), at(seconds));
  const rows = (await textOf(tools, "/")).split("\n");
  expect(rows[0]).toBe("new.txt  5B  just now");
  expect(rows[1]).toBe("many/  2h ago");
  expect(rows[2]).toBe("  f0.txt  0B  just now");
  expect(rows[13]).toBe("  f11.txt  11B  11m ago");
  expect(rows.slice(14)).toEqual([
    "  … 3 more",
    "deep/  1d ago",
    "  a/  1m ago",
    "empty/  1mo ago",
  ]);
});

describe("databases", () => {
  const cases: [path: string, expected: string, isError?: boolean][] = [
    ["d.db", "many (30 rows)\nnote (1 row)\npair (0 rows)"],
    ["d.db:pair", "CREATE TABLE pair(a, b, primary key(a, b))\n\nSample rows:\n(no rows)"],
    ["d.db:note:7", "id: 7\ntext: two\\nlines\ndata: <3 bytes>\nnone: NULL"],
    [
      "d.db:pair:1",
      "SQLite table 'pair' has a composite primary key (a, b); use ?where= instead of a row key",
      true,
    ],
    ["d.db:many?where=n>28&order=n:desc", "| n  |\n| -- |\n| 30 |\n| 29 |"],
    ["d.db:many?where=n>1;drop", "SQLite where clause must not contain ';'", true],
    ["d.db:many?where=1 union select 2", "SQLite where clause must not contain 'union'", true],
    ["d.db:many?order=nope", "SQLite table 'many' has no column 'nope'. Columns: n", true],
    [
      "d.db:many?size=1",
      "Unknown SQLite query parameter 'size'. Use limit, offset, order, where, or q alone.",
      true,
    ],
    ["d.db?q=SELECT count(*) AS c FROM many", "| c  |\n| -- |\n| 30 |"],
    ["d.db?q=DELETE FROM many", "SQLite read failed: attempt to write a readonly database", true],
    ["d.db:note:99", "No row '99' in SQLite table 'note'", true],
  ];
  for (const [path, expected, isError = false] of cases) {
    test(path, async () => {
      await using tools = createFileTools();
      using database = new Database(tools.workspace.at("d.db"));
      database.run("CREATE TABLE note(id integer primary key, text, data, none)");
      database.run("INSERT INTO note VALUES (7, 'two' || char(10) || 'lines', x'010203', NULL)");
      database.run("CREATE TABLE pair(a, b, primary key(a, b))");
      database.run("CREATE TABLE many(n)");
      database.run(
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 30) INSERT INTO many SELECT n FROM c",
      );
      expect(await tools.call(read, { path })).toMatchObject({ text: expected, isError });
    });
  }

  test("an endless query gives its first rows", async () => {
    await using tools = createFileTools();
    using database = new Database(tools.workspace.at("d.db"));
    database.run("CREATE TABLE t(x)");
    const q = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
    const text = await textOf(tools, `d.db?q=${q}`);
    expect(text).toEndWith("| 500 |\n[Only the first 500 rows are shown; add LIMIT and OFFSET]");
  });

  test("a file that only has the name is text", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "x.db": "plain" });
    expect(await textOf(tools, "x.db")).toContain("1:plain");
  });
});

describe("merge conflicts", () => {
  const block = (name: string): string =>
    `<<<<<<< HEAD\n${name} ours\n||||||| base\n${name} base\n=======\n${name} theirs\n>>>>>>> topic\n`;

  test("keep their numbers over reads; :conflicts lists them all", async () => {
    await using tools = createFileTools();
    tools.workspace.write({
      "a.txt": `${block("one")}mid\n${block("two")}`,
      "b.txt": block("three"),
    });
    expect(await textOf(tools, "a.txt")).toContain(
      "⚠ 2 unresolved conflicts detected\n- ours = HEAD\n- theirs = topic\n",
    );
    expect(await textOf(tools, "b.txt")).toContain("──── #3  L1-7 ────");
    expect(await textOf(tools, "a.txt:conflicts")).toContain(
      "──── #2  L9-15 ────\n<<< ours\ntwo ours\n||| base\ntwo base\n>>> theirs\ntwo theirs",
    );
    expect(await textOf(tools, "conflict://2/base")).toBe("two base\n");
    expect(await textOf(tools, "b.txt:1-1")).toContain("⚠ 1 unresolved conflict detected");
    expect(await textOf(tools, "a.txt:8-8:raw")).toBe("mid");
  });
});

test("views show code by its own line numbers and images as images", async () => {
  await using tools = createFileTools();
  tools.workspace.write({ "a.ts": numbered(9) });
  const { text, details } = await tools.call(read, { path: "a.ts:3-4" });
  const content = [{ type: "text" as const, text }];
  const view = read.view(
    { path: "a.ts:3-4" },
    { content, details, isError: false, isPartial: false },
  );
  expect(view.blocks).toEqual([
    {
      type: "code",
      code: "line 2\nline 3\nline 4\nline 5\nline 6\nline 7",
      language: "ts",
      startLine: 2,
    },
  ]);
});
