// Contract: in coding-agent, tui is imported by interactive mode and by nobody else.
import { expect, test } from "bun:test";
import { findings, manifest } from "../temp-tree.ts";
import rule from "./reserved-package.ts";

test.each([
  ["packages/coding-agent/src/modes/interactive/view.ts", false],
  ["packages/coding-agent/src/modes/interactive.ts", true],
  ["packages/coding-agent/src/modes/print/print.ts", true],
  ["packages/coding-agent/src/assemble.ts", true],
  ["packages/stats/src/a.ts", false],
])("%s", (path, isWrong) => {
  const files = {
    "packages/tui/package.json": manifest("@oh-my-pi/pi-tui"),
    [path]: 'import type { Widget } from "@oh-my-pi/pi-tui/widget";',
  };
  expect(findings(rule, files)).toHaveLength(isWrong ? 1 : 0);
});

test("other packages are free", () => {
  const files = {
    "packages/ai/package.json": manifest("@oh-my-pi/pi-ai"),
    "packages/coding-agent/src/modes/print/print.ts":
      'import { x } from "@oh-my-pi/pi-ai/x"; import { y } from "./y.ts"; import { z } from "zod";',
  };
  expect(findings(rule, files)).toEqual([]);
});
