// docs/checklist.md is honest: every fact stands once, and the test that it names exists.
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const rows = [
  ...readFileSync(join(root, "docs/checklist.md"), "utf8").matchAll(
    /^\| ([A-Z]+-\d+) \| .+ \| `([^`]+)` \|$/gm,
  ),
];

test("every fact is named once", () => {
  const facts = rows.map(([, fact]) => fact);
  expect(facts.length).toBeGreaterThan(50);
  expect(new Set(facts).size).toBe(facts.length);
});

test("every named test exists", () => {
  const missing = rows
    .map(([, , path = ""]) => path)
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});
