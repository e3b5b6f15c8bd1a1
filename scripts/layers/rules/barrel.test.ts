// Contract: an index.ts of nothing but re-exports exists only as a package's own src/index.ts.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./barrel.ts";

test.each([
  ["packages/ai/src/model/index.ts", 'export * from "./message.ts";', true],
  [
    "packages/ai/src/model/index.ts",
    'export { a } from "./a.ts"; export type { B } from "./b.ts";',
    true,
  ],
  ["packages/ai/src/model/index.ts", 'import { a } from "./a.ts"; export { a };', true],
  ["packages/ai/src/model/index.ts", 'export { default } from "./a.ts";', true],
  ["packages/ai/src/index.ts", 'export * from "./message.ts";', false],
  ["packages/ai/src/model/index.ts", 'export * from "./a.ts"; export const b = 1;', false],
  ["packages/ai/src/model/index.ts", "export default { name: 1 };", false],
  ["packages/ai/src/model/index.gen.ts", 'export * from "./message.ts";', false],
  ["packages/ai/src/model/message.ts", 'export * from "./text.ts";', false],
])("%s: %s", (path, text, isWrong) => {
  expect(findings(rule, { [path]: text })).toHaveLength(isWrong ? 1 : 0);
});
