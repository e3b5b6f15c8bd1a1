// Contract: patterns find nodes, not text, and bind their variables; replacements are exact edits or refused; both engines
// agree on what a pattern means.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AstEngine, StructuralPatternError } from "./ast-engine.ts";
import { npmGrammarSource, type GrammarSource } from "./grammar-source.ts";
import { AST_LANGUAGES, languageOfPath } from "./languages.ts";
import { encodeVariables, matchTree, toPattern } from "./structural-matcher.ts";
import { OverlappingEditsError, rewriteStructure, searchStructure } from "./structural-files.ts";

const engine = new AstEngine();
const base = realpathSync(mkdtempSync(join(tmpdir(), "omp-ast-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
function makeTree(files: Readonly<Record<string, string | Buffer>>): {
  root: string;
  files: string[];
} {
  const root = join(base, `tree-${count++}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { root, files: Object.keys(files) };
}

describe("languages", () => {
  test("all but three of the specified 56 have a grammar", () => {
    const specified =
      "astro bash c cmake cpp csharp dart clojure css diff dockerfile elixir erlang go graphql haskell hcl html ini java javascript json just julia kotlin lua make markdown nix objc ocaml odin perl php powershell protobuf python r regex ruby rust scala solidity sql starlark svelte swift toml tlaplus tsx typescript verilog vue xml yaml zig".split(
        " ",
      );
    const there = new Set(engine.listLanguages());
    expect(specified.filter((name) => !there.has(name))).toEqual(["odin", "tlaplus", "verilog"]);
  });

  test("no two languages claim the same file", () => {
    const claims = Object.values(AST_LANGUAGES).flatMap(({ extensions, fileNames = [] }) => [
      ...extensions.map((extension) => `.${extension}`),
      ...fileNames,
    ]);
    expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
  });

  test.each([
    ["a/b.TS", "typescript"],
    ["Dockerfile", "dockerfile"],
    ["x.d.ts", "typescript"],
    ["noext", undefined],
    [".gitignore", undefined],
  ])("%p is %p", (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });

  const cases: readonly (readonly [
    language: string,
    source: string,
    pattern: string,
    text: string,
    variables: Record<string, string>,
  ])[] = [
    ["astro", "<a>b</a>", "<a>$X</a>", "<a>b</a>", { X: "b" }],
    ["bash", "f() { g 1; }", "g $A", "g 1", { A: "1" }],
    ["c", "int f(){ return g(1); }", "g($A)", "g(1)", { A: "1" }],
    [
      "c",
      "void f(){ if (x) { y(); z(); } }",
      "if ($C) { $$$B }",
      "if (x) { y(); z(); }",
      { C: "x", B: "y(); z();" },
    ],
    [
      "java",
      "class A { public void f(int a) { g(); } }",
      "public void $M($$$A) { $$$B }",
      "public void f(int a) { g(); }",
      { M: "f", A: "int a", B: "g();" },
    ],
    [
      "kotlin",
      "fun f(a: Int) { g(1) }",
      "fun $F($$$A) { $$$B }",
      "fun f(a: Int) { g(1) }",
      { F: "f", A: "a: Int", B: "g(1)" },
    ],
    [
      "python",
      "def f(a):\n  return a\n",
      "def $F($$$A): $$$B",
      "def f(a):\n  return a",
      { F: "f", A: "a", B: "return a" },
    ],
    ["rust", "fn f() { let x = y.unwrap(); }", "$X.unwrap()", "y.unwrap()", { X: "y" }],
    ["json", '{"a": {"b": [1, 2]}}', '"b": $X', '"b": [1, 2]', { X: "[1, 2]" }],
    ["clojure", "(foo 1 2)", "(foo $$$A)", "(foo 1 2)", { A: "1 2" }],
    [
      "cmake",
      "add_library(x y z)",
      "add_library($A $$$B)",
      "add_library(x y z)",
      { A: "x", B: "y z" },
    ],
    ["cpp", "int f(){ return g(1); }", "g($A)", "g(1)", { A: "1" }],
    ["csharp", "class A{ void F(){ G(1); } }", "G($A)", "G(1)", { A: "1" }],
    ["css", "a { color: red }", "a { color: $A }", "a { color: red }", { A: "red" }],
    ["dart", "void f(){ g(1); }", "g($A)", "g(1);", { A: "1" }],
    ["dockerfile", "FROM a\n", "FROM $A", "FROM a", { A: "a" }],
    ["elixir", "def f do\n g(1)\nend", "g($A)", "g(1)", { A: "1" }],
    ["erlang", "-module(a).\nf(X) -> g(X).\n", "g($A)", "g(X)", { A: "X" }],
    [
      "go",
      "package p\nfunc f(){ x := fmt.Println(1, 2) }",
      "fmt.Println($$$A)",
      "fmt.Println(1, 2)",
      { A: "1, 2" },
    ],
    [
      "go",
      "package p\nfunc f(a int) int { return a }",
      "func $F($$$A) int { $$$B }",
      "func f(a int) int { return a }",
      { F: "f", A: "a int", B: "return a" },
    ],
    ["graphql", "type A { b: C }", "type $N { $$$F }", "type A { b: C }", { N: "A", F: "b: C" }],
    ["haskell", "f = g 1", "g $A", "g 1", { A: "1" }],
    ["hcl", "a = f(1)\n", "f($A)", "f(1)", { A: "1" }],
    ["html", "<a href='x'>t</a>", "<a href='x'>$A</a>", "<a href='x'>t</a>", { A: "t" }],
    ["ini", "[a]\nb=1\n", "b=$A", "b=1", { A: "1" }],
    ["java", "class A{ void f(){ g(1); } }", "g($A)", "g(1)", { A: "1" }],
    ["javascript", "f(a, b, c)", "f($A, $$$B)", "f(a, b, c)", { A: "a", B: "b, c" }],
    ["json", '{"a":1}', '{"a": $A}', '{"a":1}', { A: "1" }],
    ["julia", "f(1, 2)", "f($$$A)", "f(1, 2)", { A: "1, 2" }],
    ["kotlin", "fun f(){ g(1) }", "g($A)", "g(1)", { A: "1" }],
    ["lua", "function f() g(1) end", "g($A)", "g(1)", { A: "1" }],
    ["nix", "{ a = f 1; }", "f $A", "f 1", { A: "1" }],
    ["objc", "int f(){ return g(1); }", "g($A)", "g(1)", { A: "1" }],
    ["ocaml", "let x = f 1", "f $A", "f 1", { A: "1" }],
    ["perl", "my $x = foo(1);", "foo($A)", "foo(1)", { A: "1" }],
    ["php", "<?php g(1);", "g($A)", "g(1)", { A: "1" }],
    ["powershell", "Get-Foo 1", "Get-Foo $A", "Get-Foo 1", { A: "1" }],
    [
      "protobuf",
      'syntax = "proto3";\nmessage A { string b = 1; }',
      "message $N { $$$B }",
      "message A { string b = 1; }",
      { N: "A", B: "string b = 1;" },
    ],
    ["python", "def f():\n  g(1)\n", "g($A)", "g(1)", { A: "1" }],
    ["r", "f(1,2)", "f($$$A)", "f(1,2)", { A: "1,2" }],
    ["ruby", "def f\n g(1)\nend", "g($A)", "g(1)", { A: "1" }],
    ["rust", "fn f(){ g(1); }", "g($A)", "g(1)", { A: "1" }],
    ["scala", "def f() = g(1)", "g($A)", "g(1)", { A: "1" }],
    ["solidity", "contract C { function f() public { g(1); } }", "g($A)", "g(1)", { A: "1" }],
    ["sql", "select a from b", "select $A from b", "select a from b", { A: "a" }],
    ["starlark", "foo(name = 1)", "foo(name = $A)", "foo(name = 1)", { A: "1" }],
    ["svelte", "<a>b</a>", "<a>$X</a>", "<a>b</a>", { X: "b" }],
    ["swift", "func f(){ g(1) }", "g($A)", "g(1)", { A: "1" }],
    ["toml", "a = 1", "a = $A", "a = 1", { A: "1" }],
    ["tsx", "<A b={1} />", "<A b={$X} />", "<A b={1} />", { X: "1" }],
    [
      "typescript",
      "const a: B = f(1)",
      "const $N: $T = $V",
      "const a: B = f(1)",
      { N: "a", T: "B", V: "f(1)" },
    ],
    ["vue", "<template><a>b</a></template>", "<a>$X</a>", "<a>b</a>", { X: "b" }],
    ["xml", "<a b='c'>d</a>", "<a b='c'>$X</a>", "<a b='c'>d</a>", { X: "d" }],
    ["yaml", "a: 1\nb: 2", "a: $A", "a: 1", { A: "1" }],
    ["zig", "const x = foo(1, 2);", "foo($$$A)", "foo(1, 2)", { A: "1, 2" }],
  ];
  test.each(cases)("%s: %p by %p", async (language, source, pattern, text, variables) => {
    using tree = await engine.parse(source, language);
    expect(
      tree?.findAll(pattern).map((match) => ({ text: match.text, variables: match.variables })),
    ).toEqual([{ text, variables }]);
  });

  const npm = npmGrammarSource();
  const none: GrammarSource = {
    findLibrary: () => undefined,
    hasWasm: () => false,
    readWasm: () => Promise.reject(new Error("there is none")),
  };

  test("a missing grammar is no error", async () => {
    const bare = new AstEngine(none);
    expect(bare.listLanguages()).toEqual(["css", "html", "javascript", "tsx", "typescript"]);
    expect(await bare.parse("x", "zig")).toBeUndefined();
    expect((await bare.parse("f(1)", "ts"))?.findAll("f($A)")).toHaveLength(1);
  });

  test("a platform without the addon has the same languages and matches", async () => {
    const loadAddon = () => Promise.reject(new Error("no addon for this platform"));
    const plain = new AstEngine(npm, { loadAddon });
    for (const [language, source, pattern, text] of cases) {
      if (AST_LANGUAGES[language]?.grammar.type !== "built-in") continue;
      using tree = await plain.parse(source, language);
      expect([language, tree?.findAll(pattern).map((match) => match.text)]).toEqual([
        language,
        [text],
      ]);
    }
  });

  test("a grammar is loaded when it is first used, and no other with it", async () => {
    const read: string[] = [];
    const watched = new AstEngine({
      findLibrary: (language) => (read.push(language), npm.findLibrary(language)),
      hasWasm: (file) => npm.hasWasm(file),
      readWasm: (file) => (read.push(file), npm.readWasm(file)),
    });
    await watched.parse("f(1)", "ts");
    expect(read).toEqual([]);
    for (const language of ["python", "zig", "python"]) await watched.parse("f(1)", language);
    expect(read.toSorted()).toEqual(["python", "web-tree-sitter", "zig"]);
  });
});

describe("patterns", () => {
  const find = async (source: string, pattern: string): Promise<string[]> => {
    using tree = await engine.parse(source, "ts");
    return tree?.findAll(pattern).map((match) => match.text) ?? [];
  };

  test.each([
    ["nodes, not text", "f(1); // f(2)\n'f(3)'", "f($A)", ["f(1)"]],
    ["the same variable twice", "a === a; a === b", "$X === $X", ["a === a"]],
    ["unnamed variables differ", "a === a; a === b", "$_ === $_", ["a === a", "a === b"]],
    ["any number, none too", "f(); f(1); f(1, 2)", "f($$$)", ["f()", "f(1)", "f(1, 2)"]],
    ["outer before inner", "f(f(1))", "f($A)", ["f(f(1))", "f(1)"]],
    ["layout does not count", "f(  1 ,\n 2)", "f(1, 2)", ["f(  1 ,\n 2)"]],
  ])("%s", async (_, source, pattern, expected) => {
    expect(await find(source, pattern)).toEqual(expected);
  });

  test("positions count as editors do", async () => {
    using tree = await engine.parse("const ä = '😀';\n  f(1)\n", "ts");
    expect(tree?.findAll("f($A)")).toMatchObject([
      { startLine: 1, startColumn: 2, endLine: 1, start: 18, end: 22 },
    ]);
  });

  test.each(["f(", "a; b"])("%p is no single node", (pattern) => {
    expect(engine.parse("x", "zig").then((tree) => tree?.findAll(pattern))).rejects.toThrow(
      StructuralPatternError,
    );
  });

  const shared: readonly (readonly [string, string])[] = [
    ["f(1); f(); f(1, 2); g(f(3))", "f($A)"],
    ["f(1); f(); f(1, 2); g(f(3))", "f($$$A)"],
    ["f(1, 2, 3); f(1)", "f($A, $$$B)"],
    ["a === a; a === b; (a) === (a)", "$X === $X"],
    ["const a = 1; let b = 2; const c = f(1)", "const $N = $V"],
    ["if (a) { b(); c(); }", "if ($C) { $$$B }"],
    ["function f(a, b) { return a; }", "function $N($$$A) { return $R; }"],
    ["x.y.z(1); x.y(2)", "$O.$M($A)"],
    ["[1, 2, 3]", "[$A, $$$]"],
  ];
  test.each(shared)("both engines agree: %p by %p", async (source, pattern) => {
    using tree = await engine.parse(source, "ts");
    const encoded = encodeVariables(pattern);
    using patternTree = await engine.parse(encoded, "ts");
    if (!tree || !patternTree) throw new Error("no grammar for TypeScript");
    let node = patternTree.root;
    for (
      let only = node.children[0];
      only && node.children.filter((child) => child.isNamed).length === 1;
      only = node.children[0]
    ) {
      if (only.end - only.start < encoded.length - 1) break;
      node = only;
    }
    const own = [...matchTree(toPattern(node, encoded), tree.root, source)].map((match) =>
      source.slice(match.node.start, match.node.end),
    );
    const theirs = tree.findAll(pattern).map((match) => match.text);
    expect(own.map((text) => text.replace(/;$/, ""))).toEqual(
      theirs.map((text) => text.replace(/;$/, "")),
    );
  });
});

describe("files", () => {
  test("matches come file by file, in pages", async () => {
    const tree = makeTree({
      "a.ts": "log(1);\nlog(2);\n",
      "b.py": "log(3)\n",
      "c.txt": "log(4)",
      "d.ts": "nothing here",
    });
    const all = await searchStructure({ engine, ...tree, pattern: "log($A)" });
    expect(
      all.matches.map(({ path, startLine, variables }) => [path, startLine, variables["A"]]),
    ).toEqual([
      ["a.ts", 0, "1"],
      ["a.ts", 1, "2"],
      ["b.py", 0, "3"],
    ]);
    expect(all).toMatchObject({
      totalMatches: 3,
      searchedFiles: 3,
      problems: [{ path: "c.txt", problem: "unknown language" }],
    });
    const page = await searchStructure({ engine, ...tree, pattern: "log($A)", skip: 1, limit: 1 });
    expect(page).toMatchObject({ totalMatches: 3, matches: [{ path: "a.ts", startLine: 1 }] });
  });

  test("what cannot be searched is named", async () => {
    const tree = makeTree({
      "bad.ts": "log(1); function (",
      "latin.ts": Buffer.from("log('\xe9')", "latin1"),
      "big.ts": `log(1);${" ".repeat(2 << 20)}`,
      "ok.ts": "log(2)",
    });
    mkdirSync(join(tree.root, "dir.ts"));
    const result = await searchStructure({
      engine,
      root: tree.root,
      files: [...tree.files, "missing.ts", "dir.ts"],
      pattern: "log($A)",
    });
    expect(result.problems.map(({ path, problem }) => [path, problem])).toEqual([
      ["bad.ts", "syntax errors"],
      ["latin.ts", "not text"],
      ["big.ts", "too large"],
      ["missing.ts", "unreadable"],
      ["dir.ts", "unreadable"],
    ]);
    expect(result.matches.map((match) => match.path)).toContain("ok.ts");
  });

  test("a pattern that is wrong for every file is the caller's mistake", async () => {
    const tree = makeTree({ "a.zig": "const foo = 1;" });
    expect(searchStructure({ engine, ...tree, pattern: "foo(" })).rejects.toThrow(
      StructuralPatternError,
    );
  });

  test("limits", async () => {
    const tree = makeTree({ "a.ts": "log(1)" });
    expect(
      await searchStructure({ engine, ...tree, pattern: "log($A)", signal: AbortSignal.abort() }),
    ).toMatchObject({ stopped: "aborted" });
    expect(
      await searchStructure({ engine, ...tree, pattern: "log($A)", timeoutMs: 0 }),
    ).toMatchObject({ stopped: "timeout" });
  });
});

describe("replacement", () => {
  const rewrite = async (
    source: string,
    ...operations: [string, string][]
  ): Promise<string | undefined> => {
    const tree = makeTree({ "a.ts": source });
    const result = await rewriteStructure({
      engine,
      ...tree,
      operations: operations.map(([pattern, replacement]) => ({ pattern, replacement })),
    });
    return result.rewrites[0]?.after;
  };

  test.each<[string, string, [string, string][], string | undefined]>([
    [
      "variables move",
      "const ä = foo(1, 2); // foo",
      [["foo($A, $B)", "bar($B, $A)"]],
      "const ä = bar(2, 1); // foo",
    ],
    [
      "many nodes keep what is between them",
      "foo(1,  2 ,3);",
      [["foo($$$A)", "bar([$$$A])"]],
      "bar([1,  2 ,3]);",
    ],
    [
      "several operations at once",
      "a(1); b(2);",
      [
        ["a($X)", "c($X)"],
        ["b($X)", "d($X)"],
      ],
      "c(1); d(2);",
    ],
    [
      "line ends stay",
      "foo(1);\r\nfoo(2);\r\n",
      [["foo($A)", "bar($A)"]],
      "bar(1);\r\nbar(2);\r\n",
    ],
    ["unbound variables stay as written", "foo(1)", [["foo($A)", "bar($A, $B)"]], "bar(1, $B)"],
    ["a replacement that changes nothing is none", "foo(1)", [["foo($A)", "foo($A)"]], undefined],
    [
      "dollar signs in code are only text",
      "foo('$1 $& $A')",
      [["foo($A)", "bar($A)"]],
      "bar('$1 $& $A')",
    ],
  ])("%s", async (_, source, operations, expected) => {
    expect(await rewrite(source, ...operations)).toBe(expected);
  });

  test("replacements that overlap are refused", () => {
    expect(rewrite("foo(foo(1))", ["foo($A)", "bar($A)"])).rejects.toThrow(OverlappingEditsError);
    expect(rewrite("foo(1)", ["foo($A)", "a"], ["$F(1)", "b"])).rejects.toThrow(
      "Overlapping replacements detected",
    );
  });

  test("files with syntax errors are left alone, and named", async () => {
    const tree = makeTree({ "bad.ts": "foo(1); function (", "good.ts": "foo(1);" });
    const result = await rewriteStructure({
      engine,
      ...tree,
      operations: [{ pattern: "foo($A)", replacement: "bar($A)" }],
    });
    expect(result.rewrites.map(({ path, after }) => [path, after])).toEqual([
      ["good.ts", "bar(1);"],
    ]);
    expect(result.problems).toMatchObject([{ path: "bad.ts", problem: "syntax errors" }]);
  });

  test("more than the limit is said, not half done within a file", async () => {
    const tree = makeTree({ "a.ts": "foo(1);", "b.ts": "foo(1); foo(2);" });
    const result = await rewriteStructure({
      engine,
      ...tree,
      operations: [{ pattern: "foo($A)", replacement: "b($A)" }],
      limit: 2,
    });
    expect(result).toMatchObject({ isLimited: true, totalEdits: 1, rewrites: [{ path: "a.ts" }] });
  });
});
