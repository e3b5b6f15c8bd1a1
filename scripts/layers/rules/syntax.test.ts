// Contract: a file that does not parse is itself a violation, with the place of the first error.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./syntax.ts";

test.each([
  ["export const a = 1;", []],
  ["const a: number = <number>b;", []],
  ["\nconst a = ;", ["packages/ai/src/a.ts:2"]],
  ["function f( {", ["packages/ai/src/a.ts:1"]],
])("%s", (text, places) => {
  const found = findings(rule, { "packages/ai/src/a.ts": text });
  expect(found.map((line) => line.split(": ")[0] ?? "")).toEqual(places);
});
