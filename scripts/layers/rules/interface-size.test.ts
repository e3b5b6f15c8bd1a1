// Contract: 15 members are the most an interface or object type declares itself.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./interface-size.ts";

function members(count: number, prefix = "m"): string {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}(): void;`).join(" ");
}

test.each([
  [`interface A { ${members(15)} }`, false],
  [`interface A { ${members(16)} }`, true],
  [`export interface A extends B { ${members(15)} }`, false],
  [`type A = { ${members(15)} };`, false],
  [`export type A = { ${members(16)} };`, true],
  [`type A = { ${members(8)} } & { ${members(8, "n")} };`, true],
  [`type A = { ${members(8)} } | { ${members(8, "n")} };`, false],
  [`type A = Base & { ${members(15)} };`, false],
  [`type A = ({ ${members(8)} }) & ({ ${members(8, "n")} });`, true],
])("%#", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.ts": text })).toHaveLength(isWrong ? 1 : 0);
});

test("generated files are excused", () => {
  const text = `interface A { ${members(16)} }`;
  expect(findings(rule, { "packages/ai/src/index.gen.ts": text })).toEqual([]);
});
