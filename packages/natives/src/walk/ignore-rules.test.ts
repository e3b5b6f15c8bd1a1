// Contract: ignore rules mean what they mean to git; the public corpus of ripgrep's cases agrees.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IgnoreRules } from "./ignore-rules.ts";

const CORPORA = process.env["CORPORA"] ?? join(import.meta.dir, "../../../../../shared/corpora");
const CORPUS = join(CORPORA, "glob/ripgrep_gitignore.json");

interface CorpusCase {
  readonly name: string;
  readonly gitignore: string;
  readonly path: string;
  readonly isDir: boolean;
  readonly ignored: boolean;
  readonly root: string;
}

function judge(rules: string, path: string, isDirectory = false): boolean {
  const parts = path.replace(/^\.\//, "").split("/");
  return (
    new IgnoreRules(rules).judge(parts.join("/"), parts.at(-1) ?? "", isDirectory) === "ignored"
  );
}

/** Below an ignored directory everything is ignored; a walker never gets there. */
function isIgnoredWithParents({ gitignore, path, isDir, root }: CorpusCase): boolean {
  const base = root.startsWith('"') ? root.slice(1, -1).replace(/^(\.\/?)+/, "") : "";
  const relative = path.replace(/^\.\//, "");
  const inside =
    base !== "" && relative.startsWith(`${base}/`) ? relative.slice(base.length + 1) : relative;
  const parts = inside.split("/");
  return parts.some((_, index) => {
    const isLast = index === parts.length - 1;
    return judge(gitignore, parts.slice(0, index + 1).join("/"), isLast ? isDir : true);
  });
}

describe("corpus", () => {
  if (!existsSync(CORPUS)) {
    test.skipIf(process.env["CI"] !== "true")(`skipped: no corpus at ${CORPUS}`, () => {
      throw new Error(`the corpus is missing: ${CORPUS}`);
    });
    return;
  }
  const cases = JSON.parse(readFileSync(CORPUS, "utf8")) as CorpusCase[];
  test.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    expect(isIgnoredWithParents(one)).toBe(one.ignored);
  });
});

describe("rules", () => {
  const table: readonly (readonly [
    rules: string,
    path: string,
    isDirectory: boolean,
    isIgnored: boolean,
  ])[] = [
    ["*.log", "a/b/c.log", false, true],
    ["*.log\n!keep.log", "a/keep.log", false, false],
    ["!keep.log\n*.log", "keep.log", false, true],
    ["*.log\n!/a/*.log", "a/x.log", false, false],
    ["*.log\n!/a/*.log", "b/x.log", false, true],
    ["build/", "build", true, true],
    ["build/", "build", false, false],
    ["/build", "sub/build", true, false],
    ["a/b", "a/b", false, true],
    ["a/b", "x/a/b", false, false],
    ["**/a/b", "x/y/a/b", false, true],
    ["a/**/b", "a/b", false, true],
    ["a/**", "a", true, false],
    ["a**b", "axxb", false, true],
    ["a**b", "a/b", false, false],
    ["foo bar  ", "foo bar", false, true],
    ["foo\\ ", "foo ", false, true],
    ["\\#note", "#note", false, true],
    ["\\!bang", "!bang", false, true],
    ["[abc].txt", "b.txt", false, true],
    ["[!abc].txt", "b.txt", false, false],
    ["[^abc].txt", "d.txt", false, true],
    ["[a-c]x", "bx", false, true],
    ["[]]x", "]x", false, true],
    ["[[:digit:]]", "5", false, true],
    ["a[/]b", "a/b", false, false],
    ["[unclosed", "[unclosed", false, false],
    ["[z-a]", "m", false, false],
    ["tail\\", "tail\\", false, false],
    ["*", "anything", true, true],
    ["*\n!*/", "dir", true, false],
    ["a?c", "abc", false, true],
    ["a?c", "a/c", false, false],
    ["x.(y)+{z}", "x.(y)+{z}", false, true],
    ["\uFEFFbom", "bom", false, true],
    ["crlf\r\nsecond\r", "crlf", false, true],
    ["日本*", "日本語", false, true],
    ["   ", "   ", false, false],
  ];
  test.each(table)("%p on %p (directory: %p) is %p", (rules, path, isDirectory, isIgnored) => {
    expect(judge(rules, path, isDirectory)).toBe(isIgnored);
  });
});
