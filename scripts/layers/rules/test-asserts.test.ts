// Contract: a test file without an assertion is refused.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./test-asserts.ts";

test.each([
  ['test("x", () => { run(); });', true],
  ['// expect(1)\ntest("x", () => { run("expect(1)"); });', true],
  ['test("x", () => { expectation(); });', true],
  ['test("x", () => { expect(1).toBe(1); });', false],
  ['test("x", () => { assert.equal(1, 1); });', false],
  ['test("x", () => { fc.assert(property); });', false],
  ['test("x", () => { expectSameScreen(a, b); });', false],
])("%s", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.test.ts": text })).toHaveLength(isWrong ? 1 : 0);
  expect(findings(rule, { "packages/ai/src/a.ts": text })).toEqual([]);
});
