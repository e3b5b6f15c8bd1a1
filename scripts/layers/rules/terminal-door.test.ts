// Contract: nothing but the named doors can write to a terminal.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./terminal-door.ts";

describe("terminal-door", () => {
  test.each([
    ["process.stdout.write('x');", true],
    ["process.stderr.write('x');", true],
    ["await Bun.write(Bun.stderr, 'x');", true],
    ["console.log('x');", true],
    ['import { WriteStream } from "node:tty";', true],
    ["const sink = openSink(1);", true],
    ["const writer = Bun.file(2).writer();", true],
    ["openSync('/dev/tty', 'w');", true],
    ["const terminal = new TtyTerminal({ input, output });", true],
    ["writeSync(2, text);", true],
    ["fs.writeSync(1, text);", true],
    ["writeSync(fd, text);", false],
    ["output.out.write('x');", false],
    ["// console.log(1) and openSink(1)", false],
    ["Bun.file(path).text();", false],
  ])("%s", (text, isWrong) => {
    const path = "packages/coding-agent/src/modes/print/print.ts";
    expect(findings(rule, { [path]: text })).toHaveLength(isWrong ? 1 : 0);
  });

  test.each([
    ["packages/coding-agent/src/cli/stdio.ts", false],
    ["packages/coding-agent/src/cli/commands/models.ts", true],
    ["packages/coding-agent/src/modes/rpc/rpc.ts", true],
    ["packages/agent/src/a.ts", true],
    ["packages/agent/src/a.test.ts", false],
  ])("in %s", (path, isWrong) => {
    expect(findings(rule, { [path]: "process.stderr.write('x');" })).toHaveLength(isWrong ? 1 : 0);
  });
});
