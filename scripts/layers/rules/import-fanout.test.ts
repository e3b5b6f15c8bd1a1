// Contract: 20 modules are the most a file imports, each counted once; lists that are made to name everything are
// excused.
import { expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./import-fanout.ts";

function importing(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `import { x${index} } from "./m${index}.ts";`,
  ).join("\n");
}

test.each([
  ["packages/ai/src/a.ts", importing(20), false],
  ["packages/ai/src/a.ts", importing(21), true],
  ["packages/ai/src/a.ts", `${importing(20)}\nimport type { T } from "./m3.ts";`, false],
  ["packages/ai/src/a.ts", `${importing(20)}\nawait import("./lazy.ts");`, true],
  ["packages/ai/src/a.test.ts", importing(21), true],
  ["packages/coding-agent/src/assemble.ts", importing(60), false],
  ["packages/ai/src/index.gen.ts", importing(60), false],
])("%s %#", (path, text, isWrong) => {
  expect(findings(rule, { [path]: text })).toHaveLength(isWrong ? 1 : 0);
});
