// Contract: main.ts loads nothing at start-up but what is listed as eager.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./lazy-entry.ts";

test.each([
  ['import { x } from "./session/facade.ts";', true],
  ['import { x } from "zod";', true],
  ['export { x } from "./session/facade.ts";', true],
  ['import { version } from "../package.json";', false],
  ['import { x } from "./cli/fast.ts";', false],
  ['import { x } from "./cli-more/fast.ts";', true],
  ['import { x } from "node:path";', false],
  ['import type { X } from "./session/facade.ts";', false],
  ['const { x } = await import("./assemble.ts");', false],
])("%s", (text, isWrong) => {
  const main = findings(rule, { "packages/coding-agent/src/main.ts": text });
  expect(main).toHaveLength(isWrong ? 1 : 0);
  expect(findings(rule, { "packages/coding-agent/src/assemble.ts": text })).toEqual([]);
});
