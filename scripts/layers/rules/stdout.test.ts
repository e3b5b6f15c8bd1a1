// Contract: standard output is written by modes, cli and main.ts of coding-agent, and by nobody else.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./stdout.ts";

describe("stdout", () => {
  test.each([
    ["process.stdout.write('x');", true],
    ["await Bun.write(Bun.stdout, 'x');", true],
    ["console.log('x');", true],
    ["console.error('x');", true],
    ["console?.['warn']('x');", true],
    ['import { stdout } from "node:process";', true],
    ['import { log } from "node:console";', true],
    ["process.stderr.write('x');", false],
    ["const print = (console: { log(text: string): void }) => console.log('x');", false],
    ["child.stdout.pipe(out);", false],
    ["const text = 'console.log(1)'; // console.log(1)", false],
  ])("%s", (text, isWrong) => {
    expect(findings(rule, { "packages/tui/src/a.ts": text })).toHaveLength(isWrong ? 1 : 0);
  });

  test.each([
    ["packages/coding-agent/src/modes/print/print.ts", false],
    ["packages/coding-agent/src/cli/commands/stats.ts", false],
    ["packages/coding-agent/src/main.ts", false],
    ["packages/coding-agent/src/session/facade.ts", true],
    ["packages/ai/src/a.test.ts", false],
    ["scripts/a.ts", false],
  ])("in %s", (path, isWrong) => {
    expect(findings(rule, { [path]: "console.log(1);" })).toHaveLength(isWrong ? 1 : 0);
  });
});
