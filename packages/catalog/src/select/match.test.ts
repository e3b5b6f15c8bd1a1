// Loose names: which of several models is meant.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { testModel } from "../fixtures/test-model.ts";
import { matchModels } from "./match.ts";
import { selectorOf } from "./resolve.ts";

const best = (query: string, selectors: readonly string[]): string[] =>
  matchModels(
    query,
    selectors.map((selector) => testModel(selector)),
  ).map(selectorOf);

test.each([
  ["letters in a row beat a guess elsewhere", "opus", ["p/o-p-us", "q/opus-1"], "q/opus-1"],
  ["the newest version", "m", ["p/m-4-5", "p/m-5", "p/m-4-6"], "p/m-5"],
  ["a size is no version", "m", ["p/m-70b", "p/m-3"], "p/m-3"],
  ["a date is no version", "m", ["p/m-4-20250514", "p/m-4-1"], "p/m-4-1"],
  [
    "a newer model goes before an older plain name",
    "m",
    ["p/m-4", "p/m-5-20260101"],
    "p/m-5-20260101",
  ],
  [
    "the plain name of one version",
    "m",
    ["p/m-2.5-preview-09-2025", "p/m-2.5-preview"],
    "p/m-2.5-preview",
  ],
  ["a dated name although it is shorter", "m", ["p/m-1-0905", "p/m-1-latest"], "p/m-1-latest"],
  ["the shorter of equals", "m", ["p/m-2-fast", "p/m-2"], "p/m-2"],
  ["registry order of providers", "m", ["p/m-1", "q/m-2"], "p/m-1"],
  ["words in any order", "flash gemini", ["p/x", "p/gemini-3-flash"], "p/gemini-3-flash"],
  ["an abbreviation", "gem3f", ["p/x", "p/gemini-3-flash"], "p/gemini-3-flash"],
  ["part of the provider's name", "gro/lla", ["open/llama-1", "groq/llama-1"], "groq/llama-1"],
])("%s", (_name, query, selectors, expected) => {
  expect(best(query, selectors)[0]).toBe(expected);
});

test.each(["", "  ", "zz", "ab"])("%p means nothing", (query) => {
  expect(best(query, ["p/gemini-3-flash", "p/apple-banana"])).toEqual([]);
});

test("a long query against a long id is answered at once", () => {
  const id = Array.from({ length: 40 }, () => "aa").join("-");
  expect(best("a".repeat(100), [`p/${id}`])).toEqual([]);
  expect(best("a".repeat(70), [`p/${id}`])).toHaveLength(1);
});

test("the order does not depend on the order of one provider's models", () => {
  const ids = ["m-1", "m-2", "m-2-fast", "m-2-20250101", "x-m", "m-70b"];
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { minLength: ids.length }), (shuffled) => {
      const selectors = (list: readonly string[]): string[] => list.map((id) => `p/${id}`);
      expect(best("m", selectors(shuffled))).toEqual(best("m", selectors(ids)));
    }),
  );
});
