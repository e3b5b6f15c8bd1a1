// Contract: default exports appear only in the folders where each file is one thing.
import { expect, test } from "bun:test";
import { layersConfig } from "../layers-config.ts";
import { findings } from "../temp-tree.ts";
import rule from "./default-export.ts";

const config = {
  ...layersConfig,
  thingFolders: ["packages/ai/src/providers", "packages/tui/src/themes"],
};

test.each([
  ["packages/ai/src/providers/openai.ts", false],
  ["packages/ai/src/providers/openai/index.ts", false],
  ["packages/ai/src/providers-more/openai.ts", true],
  ["packages/ai/src/a.ts", true],
  ["benchmarks/start.bench.ts", false],
  ["packages/coding-agent/examples/extension.ts", false],
])("%s", (path, isWrong) => {
  expect(findings(rule, { [path]: "export default {};" }, config)).toHaveLength(isWrong ? 1 : 0);
});

test("a declaration file may describe one", () => {
  const text = 'declare module "*.sh" { const text: string; export default text; }';
  expect(findings(rule, { "packages/ai/src/a.d.ts": text }, config)).toEqual([]);
});

test("named exports are free everywhere", () => {
  expect(findings(rule, { "packages/ai/src/a.ts": "export const a = 1;" }, config)).toEqual([]);
});
