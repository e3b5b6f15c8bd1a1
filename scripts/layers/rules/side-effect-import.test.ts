// Contract: an import that takes no name is refused; everything that takes one passes.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./side-effect-import.ts";

test.each([
  ['import "./register.ts";', true],
  ['import {} from "./register.ts";', true],
  ['import "reflect-metadata";', true],
  ['import { a } from "./register.ts";', false],
  ['import * as a from "./register.ts";', false],
  ['import type {} from "./register.ts";', false],
  ['const text = `import "./register.ts"`; // import "./register.ts"', false],
])("%s", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.ts": text })).toHaveLength(isWrong ? 1 : 0);
});
