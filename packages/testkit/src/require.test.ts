// What is missing skips with a reason at home and fails in CI.
import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { bunTest } from "./bun-test.ts";
import { corpus, requireTool } from "./require.ts";
import { createWorkspace } from "./workspace.ts";

const away = { CORPORA: "/nonexistent-corpora" };

test("locally a test without its tool or corpus is skipped with a printed reason", async () => {
  const { output, exitCode } = await bunTest("missing-tool.fixture.ts", away);
  expect(exitCode).toBe(0);
  expect(output).toContain('skipping "lacks its tool": no-such-tool-anywhere is not on PATH');
  expect(output).toContain('skipping "lacks its corpus": /nonexistent-corpora/no/such/corpus.json');
  expect(output).toContain(" 1 pass\n 2 skip\n 0 fail");
});

test("with CI=true it fails", async () => {
  const { output, exitCode } = await bunTest("missing-tool.fixture.ts", { ...away, CI: "true" });
  expect(exitCode).not.toBe(0);
  expect(output).toContain("CI must not skip this test: no-such-tool-anywhere is not on PATH");
  expect(output).toContain(" 1 pass\n 2 fail");
});

test("a corpus is read plain or gzipped", () => {
  using workspace = createWorkspace();
  workspace.write({ "a.json": "[1]", "b.json.gz": gzipSync(`{"x":2}`) });
  expect(corpus("a.json", workspace.path).load()).toEqual([1]);
  expect(corpus("b.json.gz", workspace.path).load()).toEqual({ x: 2 });
  expect(corpus("a.json", workspace.path).missing).toBeUndefined();
  expect(requireTool("sh").missing).toBeUndefined();
});
