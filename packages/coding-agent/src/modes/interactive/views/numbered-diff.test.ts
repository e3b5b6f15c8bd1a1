// Diffs of edits become lines with signs and numbers, whichever way they are written.
import { expect, test } from "bun:test";
import { readDiff } from "./numbered-diff.ts";

test("numbered lines, gaps and unified diffs", () => {
  expect(readDiff(" 1:a\n-2:old: x\n+2:new\n...\n 9:")).toEqual([
    { kind: "context", text: "a", newNumber: 1 },
    { kind: "removed", text: "old: x", oldNumber: 2 },
    { kind: "added", text: "new", newNumber: 2 },
    { kind: "gap", text: "" },
    { kind: "context", text: "", newNumber: 9 },
  ]);
  expect(readDiff("@@ -1,1 +1,1 @@\n-a\n+b")).toEqual([
    { kind: "removed", text: "a", oldNumber: 1 },
    { kind: "added", text: "b", newNumber: 1 },
  ]);
});
