// Contract: highlighting never changes the text, gives known roles, loads every listed language, and keeps its budget.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { languageLoaders } from "./highlight-js.js";
import { HIGHLIGHT_ALIASES, resolveHighlightLanguage } from "./highlight-languages.ts";
import { Highlighter, paintLines, type HighlightedLine } from "./highlighter.ts";
import { roleOfScope } from "./syntax-role.ts";

const highlighter = new Highlighter();
const textOf = (lines: readonly HighlightedLine[]): string =>
  lines.map((spans) => spans.map((span) => span.text).join("")).join("\n");
const painted = async (code: string, language: string): Promise<string> =>
  paintLines(
    await highlighter.highlight(code, language, { budgetMs: 10_000 }),
    (role, text) => `<${role}:${text}>`,
  ).join("\n");

describe("roles", () => {
  test.each([
    ["ts", "const a = 1; // note", ["<keyword:const>", "<number:1>", "<comment:// note>"]],
    [
      "ts",
      'function go(): string { return "x"; }',
      ["<keyword:function>", "<function:go>", "<type:string>", '<string:"x">'],
    ],
    ["py", "class A:\n    pass", ["<keyword:class>", "<type:A>", "<keyword:pass>"]],
    ["diff", "+new\n-old", ["<inserted:+new>", "<deleted:-old>"]],
    ["json", '{"a": true}', ['<variable:"a">', "<punctuation:{>"]],
    ["html", "<p>x</p>", ["<type:p>"]],
    ["ts", "/* a\n   b */ x", ["<comment:/* a>\n<comment:   b */>"]],
  ])("%s: %p", async (language, code, expected) => {
    const shown = await painted(code, language);
    for (const part of expected) expect(shown).toContain(part);
  });

  test("there are eleven, and code shows each of them", async () => {
    const samples: [string, string][] = [
      ["ts", 'function go(a: string) { return "x" + 1; } // note'],
      ["json", '{"a": 1}'],
      ["diff", "+new\n-old"],
      ["rust", "let a = b + 1;"],
      ["swift", "let a = b + 1"],
    ];
    const roles = new Set<string>();
    for (const [language, code] of samples)
      for (const line of await highlighter.highlight(code, language, { budgetMs: 10_000 }))
        for (const { role } of line) if (role !== undefined) roles.add(role);
    expect([...roles].toSorted()).toEqual([
      "comment",
      "deleted",
      "function",
      "inserted",
      "keyword",
      "number",
      "operator",
      "punctuation",
      "string",
      "type",
      "variable",
    ]);
  });

  test("scopes are known by their beginning", () => {
    expect([
      roleOfScope("title.function.invoke"),
      roleOfScope("title.class.inherited"),
      roleOfScope("emphasis"),
    ]).toEqual(["function", "type", undefined]);
  });
});

test.each(Object.keys(HIGHLIGHT_ALIASES))("%s loads and keeps the text", async (language) => {
  const code = 'a = 1\r\n\n  "text" <b> {c} # d // e\n';
  expect(textOf(await highlighter.highlight(code, language))).toBe(code.replaceAll("\r\n", "\n"));
});

test("no alias is claimed twice, and each language can be loaded", () => {
  expect(Object.keys(languageLoaders)).toEqual(Object.keys(HIGHLIGHT_ALIASES));
  const names = Object.entries(HIGHLIGHT_ALIASES).flatMap(([name, aliases]) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect([
    resolveHighlightLanguage("TSX"),
    resolveHighlightLanguage(".rs"),
    resolveHighlightLanguage("klingon"),
  ]).toEqual(["typescript", "rust", undefined]);
});

test("any text stays the same text, known language or not", async () => {
  const code = fc.string({
    unit: fc.constantFrom("a", " ", "\n", '"', "/", "*", "{", "}", "😀", "1", "<"),
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(
      code,
      fc.constantFrom("ts", "python", "html", "nothing"),
      async (text, language) => {
        expect(textOf(await highlighter.highlight(text, language, { budgetMs: 10_000 }))).toBe(
          text,
        );
      },
    ),
  );
});

test("without time left code stays plain, and long code keeps every line", async () => {
  const code = Array.from(
    { length: 4_000 },
    (_, index) => `const value${index} = "${index}"; // note`,
  ).join("\n");
  const none = await highlighter.highlight(code, "ts", { budgetMs: 0 });
  expect(none.every((line) => line.every((span) => span.role === undefined))).toBe(true);
  expect(textOf(none)).toBe(code);
  expect(textOf(await highlighter.highlight(code, "ts", { budgetMs: 10_000 }))).toBe(code);
});
