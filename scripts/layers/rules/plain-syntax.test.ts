// Contract: enums, namespaces, casts through unknown and inheritance other than from errors are refused.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./plain-syntax.ts";

test.each([
  ["enum A { B }", true],
  ["export const enum A { B }", true],
  ["namespace A { export const b = 1; }", true],
  ["const a = b as unknown as C;", true],
  ["const a = (b as unknown) as C;", true],
  ["class A extends Base {}", true],
  ["const a = class extends mixin(Base) {};", true],
  ["class A extends Error {}", false],
  ["class A extends ProviderError {}", false],
  ["class A extends errors.ToolFailure {}", false],
  ["class A implements B {}", false],
  ["const a = b as unknown;", false],
  ["const a = [1] as const;", false],
  ['declare module "*.md" { const text: string; export default text; }', false],
  ["declare namespace A { const b: number; }", false],
  ["declare global { interface Window { a: 1 } }", false],
])("%s", (text, isWrong) => {
  expect(findings(rule, { "packages/ai/src/a.ts": text })).toHaveLength(isWrong ? 1 : 0);
});
