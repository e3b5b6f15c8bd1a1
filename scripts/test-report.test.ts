// Contract: counts, files and the names of failed tests are read from what the runner really writes.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTestReport } from "./test-report.ts";

const TESTS = `
import { describe, expect, test } from "bun:test";
test("a < b & \\"c\\"", () => expect(1).toBe(2));
test("fine", () => expect(1).toBe(1));
test.skip("not now", () => {});
describe("inside", () => {
  test("nobody waits", async () => { void Promise.reject(new Error("lost")); await Bun.sleep(5); });
  test("too slow", () => new Promise(() => {}), 5);
});
`;

test("reads a report", async () => {
  const folder = mkdtempSync(join(tmpdir(), "omp-report-"));
  try {
    writeFileSync(join(folder, "some.test.ts"), TESTS);
    writeFileSync(join(folder, "broken.test.ts"), 'throw new Error("at load");');
    const report = join(folder, "report.xml");
    const command = [process.execPath, "test", "--reporter=junit", `--reporter-outfile=${report}`];
    expect(Bun.spawnSync(command, { cwd: folder }).exitCode).toBe(1);
    const { files, failures, ...counts } = readTestReport(await Bun.file(report).text());
    expect(counts).toEqual({ passed: 1, failed: 3, skipped: 1 });
    expect([...files]).toEqual(["some.test.ts"]);
    expect([...failures]).toEqual([["some.test.ts", ['a < b & "c"', "nobody waits", "too slow"]]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no report is no test", () => {
  expect(readTestReport("")).toMatchObject({ passed: 0, failed: 0, skipped: 0 });
});
