// Contract: 500 lines are the most, however the last one ends; generated files are excused.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./file-size.ts";

test.each([
  ["packages/ai/src/a.ts", "//\n".repeat(500), false],
  ["packages/ai/src/a.ts", `${"//\n".repeat(499)}//`, false],
  ["packages/ai/src/a.ts", "//\n".repeat(501), true],
  ["packages/ai/src/a.test.ts", "//\n".repeat(501), true],
  ["packages/ai/src/index.gen.ts", "//\n".repeat(501), false],
])("%s %#", (path, text, isWrong) => {
  const expected = [`${path}:501: 501 lines, 500 are allowed`];
  expect(findings(rule, { [path]: text })).toEqual(isWrong ? expected : []);
});
