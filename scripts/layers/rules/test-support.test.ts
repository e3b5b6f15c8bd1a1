// Contract: support code and fixtures reach tests only.
import { expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./test-support.ts";

test.each([
  ["packages/ai/src/a.ts", "./testing/server.ts", true],
  ["packages/ai/src/a.ts", "./fixtures/corpora.ts", true],
  ["packages/ai/src/a.ts", "./fixtures/golden.json", true],
  ["packages/ai/src/a.ts", "@oh-my-pi/pi-ai/testing/server", true],
  ["packages/ai/src/a.test.ts", "./testing/server.ts", false],
  ["packages/ai/src/testing/client.ts", "./server.ts", false],
  ["packages/ai/src/testing/client.ts", "../model/message.ts", false],
  ["packages/ai/src/a.ts", "./testing-ground.ts", false],
  ["packages/ai/src/a.ts", "node:fs", false],
  ["benchmarks/start.ts", "../packages/ai/src/testing/server.ts", false],
])("%s -> %s", (path, specifier, isWrong) => {
  const files = {
    "packages/ai/package.json": manifest("@oh-my-pi/pi-ai"),
    [path]: `import { x } from "${specifier}";`,
  };
  expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
});
