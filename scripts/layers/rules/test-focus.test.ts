// Contract: no test runs alone, and one that is switched off says why.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./test-focus.ts";

test.each([
  ['test.only("x", run);', true],
  ['describe.only("x", run);', true],
  ['test.only.each([1])("x", run);', true],
  ['// because it is the one I work on\ntest.only("x", run);', true],
  ['test.skip("x", run);', true],
  ['it.todo("x");', true],
  ["const maybe = hasGit ? test : test.skip;", true],
  ['xtest("x", run);', true],
  ['// -\ntest.skip("x", run);', true],
  ['// needs a kernel with user namespaces\n\ntest.skip("x", run);', true],
  ['// needs a kernel with user namespaces\ntest.skip("x", run);', false],
  ['test.skip("x", run); // needs a kernel with user namespaces', false],
  ['/* needs a kernel\n with user namespaces */\ndescribe.skip("x", run);', false],
  ['test("only skip todo", run);', false],
  ["list.only(1); options.skip = true;", false],
])("%s", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.test.ts": text })).toHaveLength(isWrong ? 1 : 0);
});

test("only test files are looked at", () => {
  expect(findings(rule, { "packages/testkit/src/skip-unless.ts": "test.skip(name);" })).toEqual([]);
});
