// Contract: `bash` shows known programs' output without what tells nothing, and keeps and names the raw text.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { shellTools } from "../../testing/shell-tools.ts";
import bash from "./bash.ts";

describe("output of a known program", () => {
  const command = "make";
  const files = {
    Makefile: `all:\n${'\t@echo "make[1]: Entering directory x"\n'.repeat(60)}\t@echo built\n`,
  };
  const short = "built\n\n\n[raw output: artifact://0]";

  test("the raw text is kept and named", async () => {
    await using shell = shellTools();
    shell.folder.write(files);
    expect((await shell.call(bash, { command })).text).toBe(short);
    const raw = readFileSync(shell.folder.at("session/0.bash.log"), "utf8");
    expect(raw).toBe(`${"make[1]: Entering directory x\n".repeat(60)}built\n`);
  });

  test.each([
    { "shellMinimizer.enabled": false },
    { "shellMinimizer.except": ["make"] },
    { "shellMinimizer.maxCaptureBytes": 100 },
  ])("%j leaves it alone", async (set) => {
    await using shell = shellTools(set);
    shell.folder.write(files);
    expect((await shell.call(bash, { command })).text.split("\n")).toHaveLength(62);
  });
});
