// Contract: a patch is read as a whole or refused with the line that is wrong; content is never taken for structure.

import { describe, expect, test } from "bun:test";
import { parseApplyPatch } from "./parse-apply-patch.ts";

const inEnvelope = (...lines: string[]) =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("refusals", () => {
  test.each([
    ["", "The first line of the patch must be '*** Begin Patch'"],
    ["*** Begin Patch", "The last line of the patch must be '*** End Patch'"],
    ["*** Begin Patch\n*** Delete File: a", "The last line of the patch must be '*** End Patch'"],
    [
      inEnvelope("*** Delete File: a", "*** Frobnicate File: foo"),
      "Line 3: '*** Frobnicate File: foo' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'",
    ],
    [
      inEnvelope("*** Delete File: a", "stray"),
      "Line 3: 'stray' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'",
    ],
    [
      inEnvelope("*** Add File: a", "+x", "", "+y", "z"),
      "Line 4: '' is not valid in a new file; each of its lines starts with '+'",
    ],
  ])("%j", (input, message) => {
    expect(parseApplyPatch(input)).toEqual({ ok: false, message });
  });
});

describe("sections", () => {
  test.each([
    [
      "blank lines between sections",
      ["*** Delete File: a", "", "*** Delete File: b", ""],
      ["a", "b"],
    ],
    ["a path with blanks and signs", ["*** Delete File: a b: c#d.ts "], ["a b: c#d.ts"]],
    [
      "markers as context are content",
      ["*** Update File: a", "@@", " *** Delete File: b", "+x"],
      ["a"],
    ],
    [
      "markers as new lines are content",
      ["*** Add File: a", "+*** End Patch", "+*** Add File: b"],
      ["a"],
    ],
  ])("%s", (_, lines, paths) => {
    const parsed = parseApplyPatch(inEnvelope(...lines));
    expect(parsed.ok && parsed.patches.map(({ path }) => path)).toEqual(paths);
  });

  test("new files end with a line break, empty ones are empty", () => {
    const parsed = parseApplyPatch(inEnvelope("*** Add File: a", "+x", "+", "*** Add File: b"));
    expect(parsed.ok && parsed.patches).toEqual([
      { path: "a", op: "create", diff: "x\n\n" },
      { path: "b", op: "create", diff: "" },
    ]);
  });
});
