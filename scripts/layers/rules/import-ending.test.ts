// Contract: a relative import names the very file, ending included.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./import-ending.ts";

test.each([
  ["./b", true],
  ["./b.js", true],
  ["./c", true],
  ["./b.test", true],
  ["./b.ts", false],
  ["./b.test.ts", false],
  ["./prompt.md", false],
  ["./c/index.ts", false],
  ["@oh-my-pi/pi-ai/b", false],
  ["zod", false],
])("%s", (specifier, isWrong) => {
  const files = {
    "packages/ai/src/a.ts": `import { x } from "${specifier}";`,
    "packages/ai/src/b.ts": "",
    "packages/ai/src/b.test.ts": "",
    "packages/ai/src/c/index.ts": "",
  };
  expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
});
