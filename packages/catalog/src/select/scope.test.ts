// Scopes of models and of directories (MOD-12).
import { describe, expect, test } from "bun:test";
import { testModel } from "../fixtures/test-model.ts";
import { indexOfficialIds } from "./canonical-id.ts";
import { buildCanonicalIndex } from "./canonical-index.ts";
import { compileGlob } from "./glob.ts";
import { valuesInScope } from "./path-scoped.ts";
import { selectorOf } from "./resolve.ts";
import { expandScope, splitPatterns } from "./scope.ts";

const models = [
  "anthropic/claude-sonnet-4-6",
  "anthropic/claude-opus-4-6",
  "openrouter/anthropic/claude-sonnet-4.6",
  "openai/gpt-5.4",
  "openai/gpt-5.4-mini",
  "openai-codex/gpt-5.4",
].map((selector) => testModel(selector));
const official = indexOfficialIds([
  "claude-sonnet-4-6",
  "claude-opus-4-6",
  "gpt-5.4",
  "gpt-5.4-mini",
]);
const space = { models, canonical: buildCanonicalIndex(models, official) };

describe("scope", () => {
  test.each([
    ["gpt-5.4", ["openai/gpt-5.4", "openai-codex/gpt-5.4"]],
    ["openai/gpt-5.4", ["openai/gpt-5.4"]],
    ["openai/*", ["openai/gpt-5.4", "openai/gpt-5.4-mini"]],
    ["*sonnet*", ["anthropic/claude-sonnet-4-6", "openrouter/anthropic/claude-sonnet-4.6"]],
    ["{openai,openai-codex}/gpt-5.?", ["openai/gpt-5.4", "openai-codex/gpt-5.4"]],
    ["OPENAI/*", ["openai/gpt-5.4", "openai/gpt-5.4-mini"]],
    ["opus", ["anthropic/claude-opus-4-6"]],
    ["opus, openai/gpt-5.4, opus", ["anthropic/claude-opus-4-6", "openai/gpt-5.4"]],
  ])("%s", (patterns, expected) => {
    const scope = expandScope(splitPatterns(patterns), space);
    expect(scope.models.map((entry) => selectorOf(entry.model))).toEqual(expected);
    expect(scope.problems).toEqual([]);
  });

  test("an id that ends like a level is taken as it is written", () => {
    const tagged = ["g/think", "g/think:low"].map((selector) => testModel(selector));
    const canonical = buildCanonicalIndex(tagged, new Map());
    const scope = expandScope(["g/think:low", "g/think:high"], { models: tagged, canonical });
    expect(scope.models.map((entry) => [entry.model.id, entry.thinkingLevel])).toEqual([
      ["think:low", undefined],
      ["think", "high"],
    ]);
  });

  test("a level goes to every model of its pattern; the first pattern decides", () => {
    const scope = expandScope(["gpt-5.4:high", "openai/*:low", "opus:off"], space);
    expect(
      scope.models.map((entry) => `${selectorOf(entry.model)}=${entry.thinkingLevel}`),
    ).toEqual([
      "openai/gpt-5.4=high",
      "openai-codex/gpt-5.4=high",
      "openai/gpt-5.4-mini=low",
      "anthropic/claude-opus-4-6=off",
    ]);
  });

  test("a pattern that matches nothing is reported, the others still count", () => {
    const { models: found, problems } = expandScope(["gtp-5.4", "mistral/*", "opus"], space);
    expect(found).toHaveLength(1);
    expect(problems).toEqual([
      { pattern: "gtp-5.4", problem: 'no model matches "gtp-5.4"', suggestions: ["gpt-5.4"] },
      { pattern: "mistral/*", problem: 'no model matches "mistral/*"', suggestions: [] },
    ]);
  });
});

describe("globs", () => {
  test.each([
    ["*", "a/b/c", true],
    ["a/*", "a/b/c", true],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["gpt-5.[45]", "gpt-5.4", true],
    ["gpt-5.[!45]", "gpt-5.4", false],
    ["gpt.5", "gpt-5", false],
    ["a[b", "a[b", true],
    ["(x|y)", "x", false],
  ])("%s against %s", (glob, name, matches) => {
    expect(compileGlob(glob)(name)).toBe(matches);
  });
});

describe("directories", () => {
  const place = { cwd: "/home/me/work/app", home: "/home/me" };
  const entry = (path: string): unknown[] => [{ path, models: ["m"] }];

  test.each([
    ["~/work", true],
    ["~/work/", true],
    ["~/work/app", true],
    ["~", true],
    ["/", true],
    ["/home/me/work/../work", true],
    ["~/work/app/src", false],
    ["~/wor", false],
    ["/home/you", false],
  ])("%s holds: %p", (path, isInside) => {
    expect(valuesInScope(entry(path), "models", place).values).toEqual(isInside ? ["m"] : []);
  });

  test("plain entries hold everywhere; all four path keys and both value keys work", () => {
    const entries = [
      "everywhere",
      { path: "~/work", models: "one" },
      { paths: ["/no", "~/work"], values: ["two"] },
      { pathPrefix: "~/work", models: ["three"], values: ["four"] },
      { pathPrefixes: ["~/private"], models: ["never"] },
    ];
    expect(valuesInScope(entries, "models", place)).toEqual({
      values: ["everywhere", "one", "two", "three", "four"],
      problems: [],
    });
    const providers = [{ path: "~/work", providers: ["anthropic"] }];
    expect(valuesInScope(providers, "providers", place).values).toEqual(["anthropic"]);
  });

  test.each([
    [{ path: "~/work", providers: ["x"] }, 'unknown key "providers"'],
    [{ pth: "~/work", models: ["x"] }, 'did you mean "path"?'],
    [{ models: ["x"] }, "needs one of path"],
    [{ path: "~/work" }, "needs models or values"],
    [{ path: "work", models: ["x"] }, '"work" must be absolute or start with ~/'],
    [{ path: 3, models: ["x"] }, "must be text"],
    [42, "an entry is text"],
  ])("%p is explained", (wrong, problem) => {
    const { values, problems } = valuesInScope(["ok", wrong], "models", place);
    expect(values).toEqual(["ok"]);
    expect(problems[0]).toStartWith("entry 2: ");
    expect(problems[0]).toContain(problem);
  });
});
