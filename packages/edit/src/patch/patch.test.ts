// Contract: hunks apply where their old lines stand exactly, at one place; the golden data of the
// specification holds, with every deliberate deviation in one table.

import { describe, expect, test } from "bun:test";
import { parseApplyPatch } from "../apply-patch/parse-apply-patch.ts";
import { TextDocument } from "../document/text-document.ts";
import { executePlan } from "../multi-file/execute-plan.ts";
import oracleCalls from "../replace/fixtures/oracle-edit-calls.json";
import { MemoryFiles } from "../testing/memory-files.ts";
import { applyHunks, type PatchOptions } from "./apply-hunks.ts";
import { describePatch } from "./describe-patch.ts";
import vectors from "./fixtures/patch.json";
import { planPatch, type FilePatch, type PatchEdit } from "./plan-patch.ts";

/** What we do otherwise, by index of the vector, and why. */
const DEVIATIONS: Readonly<Record<number, { readonly why: string; readonly text: string }>> = {
  1: {
    why: "decision 4: the refusal also shows what was found, with fresh line numbers",
    text: "Could not find a close enough match in a.txt. Closest match (33% similar) at line 1.\n\n 1:one",
  },
  4: {
    why: "the vector shows its own test file system; the tool says it so",
    text: "File not found: n.txt",
  },
  6: {
    why: "the vector shows its own test file system; the tool says it so",
    text: "File not found: n.txt",
  },
  7: {
    why: "decision 4: context that differs in blanks is not matched unless fuzzy matching is on",
    text: "Could not find a close enough match in a.txt. Closest match (100% similar) at line 2.\n\n 2:two\n 3:three",
  },
};

const BASE = { "a.txt": vectors.base["/w/a.txt"] };

async function patch(
  patches: readonly FilePatch[],
  files: MemoryFiles,
  options: PatchOptions = {},
): Promise<string> {
  const planned = planPatch(patches, (path) => files.stateOf(path), options);
  if (!planned.ok) return planned.message;
  expect(await executePlan(planned.plan, files)).toEqual({ ok: true });
  return describePatch(planned.plan);
}

describe("golden patches", () => {
  test.each(vectors.patch.map((vector, index) => ({ index, vector })))(
    "$index",
    async ({ index, vector }) => {
      const files = new MemoryFiles(BASE);
      const text = await patch([vector.input as FilePatch], files);
      const deviation = DEVIATIONS[index];
      if (deviation !== undefined || vector.error !== undefined) {
        expect(text).toBe(deviation?.text ?? vector.error ?? "");
        expect(files.texts).toEqual(BASE);
      } else {
        const expected = Object.entries(vector.files ?? {}).map(([path, content]) => [
          path.replace("/w/", ""),
          content,
        ]);
        expect(files.texts).toEqual(Object.fromEntries(expected));
        expect(text).toBe(vector.type === "delete" ? "Deleted a.txt" : "Updated a.txt");
      }
    },
  );

  test("7, with fuzzy matching switched on, as observed", async () => {
    const files = new MemoryFiles(BASE);
    const input = vectors.patch[7]?.input as FilePatch;
    expect(await patch([input], files, { fuzzy: { threshold: 0.95 } })).toBe(
      "Updated a.txt\n\nWarnings:\nA hunk was not found exactly; it was applied at line 2, which is 100% similar.",
    );
    expect(files.texts).toEqual({ "a.txt": vectors.patch[7]?.files?.["/w/a.txt"] ?? "" });
  });

  test.each(vectors.applyPatchParse)("parse $in", (vector) => {
    const parsed = parseApplyPatch(vector.in);
    if (vector.error !== undefined) expect(parsed).toEqual({ ok: false, message: vector.error });
    else expect(parsed).toEqual({ ok: true, patches: vector.result as FilePatch[] });
  });
});

describe("golden calls", () => {
  const files = new MemoryFiles({ "t.txt": vectors.base["/w/a.txt"] });
  test.each(oracleCalls.filter((call) => call.run.includes("PI_EDIT_VARIANT=patch")))(
    "call $index",
    async (call) => {
      const { path = "", edits = [] } = call.args as { path?: string; edits?: PatchEdit[] };
      const patches = edits.map((edit) => ({ path, ...edit }));
      const planned = planPatch(patches, (name) => files.stateOf(name), {
        describePath: (name) => `<CWD>/${name}`,
      });
      expect(planned.ok ? describePatch(planned.plan) : planned.message).toBe(call.text);
      if (planned.ok) await executePlan(planned.plan, files);
    },
  );
});

function textAfter(text: string, diff: string, options: PatchOptions = {}): string {
  const outcome = applyHunks(TextDocument.fromText(text), "f", diff, options);
  return outcome.ok ? outcome.document.text : `${outcome.reason}: ${outcome.message}`;
}

describe("where a hunk goes", () => {
  const twice = "fn a\nx\nfn b\nx\nfn c\nx\n";
  test.each([
    [
      "two places are refused",
      twice,
      "@@\n-x\n+y",
      "ambiguous: Found 3 occurrences:\n  2:x\n  4:x\n  6:x\nAdd more context lines to disambiguate.",
    ],
    [
      "an anchor chooses the first place below it",
      twice,
      "@@ fn b\n-x\n+y",
      "fn a\nx\nfn b\ny\nfn c\nx\n",
    ],
    [
      "the anchor may be repeated as context",
      twice,
      "@@ fn b\n fn b\n-x\n+y",
      "fn a\nx\nfn b\ny\nfn c\nx\n",
    ],
    ["anchors narrow down", "A\nf\nx\nB\nf\nx\n", "@@ B\n@@ f\n-x\n+y", "A\nf\nx\nB\nf\ny\n"],
    [
      "an anchor that stands twice does not choose",
      "A\nf\nx\nB\nf\nx\n",
      "@@ f\n-x\n+y",
      "ambiguous: Found 2 occurrences:\n  3:x\n  6:x\nAdd more context lines to disambiguate.",
    ],
    [
      "an unknown anchor does not choose",
      twice,
      "@@ fn z\n-x\n+y",
      "ambiguous: Found 3 occurrences:\n  2:x\n  4:x\n  6:x\nAdd more context lines to disambiguate.",
    ],
    ["a line number chooses", twice, "@@ -4,1 +4,1 @@ fn b\n-x\n+y", "fn a\nx\nfn b\ny\nfn c\nx\n"],
    [
      "a wrong line number does not",
      twice,
      "@@ -5,1 +5,1 @@\n-x\n+y",
      "ambiguous: Found 3 occurrences:\n  2:x\n  4:x\n  6:x\nAdd more context lines to disambiguate.",
    ],
    ["hunks go downwards", twice, "@@ fn b\n-x\n+y\n@@\n-x\n+z", "fn a\nx\nfn b\ny\nfn c\nz\n"],
    ["the end mark chooses the end", "x\nx\n", "@@\n-x\n+y\n*** End of File", "x\ny\n"],
    [
      "and must be true",
      "x\nz\n",
      "@@\n-x\n+y\n*** End of File",
      "no-match: A hunk of f is marked as the end of the file, but its lines stand at line 1.",
    ],
    ["lines are added at the end", "a\nb\n", "@@\n+c", "a\nb\nc\n"],
    ["below their anchor", "a\nb\n", "@@ a\n+c", "a\nc\nb\n"],
    ["or at their number", "a\nb\n", "@@ -1,0 +2 @@\n+c", "a\nc\nb\n"],
    [
      "not below an anchor that is missing",
      "a\nb\n",
      "@@ z\n+c",
      "no-match: Could not find a close enough match in f. Closest match (67% similar) at line 1.\n\n 1:a",
    ],
    ["spacing after a hunk is no context", "a\nb\n", "@@\n-a\n+c\n\n", "c\nb\n"],
    ["unless it matches", "a\n\nb\n", "@@\n-a\n+c\n\n@@\n-b\n+d", "c\n\nd\n"],
    ["spacing after added lines is no context", "a\n\nb\n", "@@\n+c\n\n", "a\n\nb\nc\n"],
    ["a hunk needs no @@ line", "--- x\ny\n", "---- x\n+z", "z\ny\n"],
    [
      "file headers of a diff are skipped",
      "x\ny\n",
      "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+z",
      "z\ny\n",
    ],
    ["without @@ below they are lines of a hunk", "-- x\ny\n", "--- x\n+++ z", "++ z\ny\n"],
    [
      "nor when anything else stands with them",
      "-- x\nb\nc\n",
      "--- x\n+y\n@@\n-c\n+d",
      "y\nb\nd\n",
    ],
    ["CRLF patches fit LF files", "x\ny\n", "@@\r\n-x\r\n+z\r\n y\r\n", "z\ny\n"],
    ["no change", "x\n", "@@\n x\n", "no-change: Edits to f resulted in no changes being made."],
    ["no hunk", "x\n", "@@\n", "syntax: Diff contains no hunks"],
    [
      "a stray line",
      "x\n",
      "@@\n-x\nfoo",
      'syntax: Line 3: "foo" is no part of a hunk; its lines start with " " (context), "-" (remove) or "+" (add).',
    ],
  ])("%s", (_, text, diff, expected) => {
    expect(textAfter(text, diff)).toBe(expected);
  });
});

describe("the end of the file", () => {
  const NONE = "\\ No newline at end of file";
  test.each([
    ["a missing break stays missing", "a\nb", "@@\n-b\n+c\n+d", "a\nc\nd"],
    ["a diff can add it", "a\nb", `@@\n-b\n${NONE}\n+b`, "a\nb\n"],
    ["or take it away", "a\nb\n", `@@\n-b\n+b\n${NONE}`, "a\nb"],
    ["or keep it away", "a\nb", `@@\n-b\n${NONE}\n+c\n${NONE}`, "a\nc"],
    ["context can say so too", "a\nb", `@@\n-a\n+A\n b\n${NONE}`, "A\nb"],
    [
      "but must be true",
      "a\nb\n",
      `@@\n-b\n${NONE}\n+c`,
      "no-match: f ends with a line break, unlike the diff says.",
    ],
  ])("%s", (_, text, diff, expected) => {
    expect(textAfter(text, diff)).toBe(expected);
  });
});

describe("file operations", () => {
  test.each([
    [
      "create onto a file",
      [{ path: "a.txt", op: "create", diff: "x" }],
      "File already exists: a.txt. Nothing was changed; update it instead, or choose another path.",
    ],
    [
      "create without content",
      [{ path: "n", op: "create" }],
      "Create operation requires diff (file content)",
    ],
    [
      "move onto a file",
      [{ path: "a.txt", rename: "b.txt", diff: "@@\n-one\n+1" }],
      "File already exists: b.txt. Nothing was changed; update it instead, or choose another path.",
    ],
    [
      "move onto itself",
      [{ path: "a.txt", rename: "./a.txt", diff: "@@\n-one\n+1" }],
      "rename path is the same as source path",
    ],
    [
      "move what is deleted",
      [{ path: "a.txt", op: "delete", rename: "c.txt" }],
      "rename is for updates; a.txt is to be deleted",
    ],
    [
      "update what was deleted",
      [
        { path: "a.txt", op: "delete" },
        { path: "a.txt", diff: "@@\n-one\n+1" },
      ],
      "File not found: a.txt",
    ],
    [
      "content no file can hold",
      [{ path: "n", op: "create", diff: "\ud800" }],
      "The new text holds U+D800, which cannot be written to this file: it is in UTF-8. Nothing was changed.",
    ],
    ["nothing", [], "No files were modified."],
  ] as [string, FilePatch[], string][])("%s is refused", async (_, patches, message) => {
    const files = new MemoryFiles({ ...BASE, "b.txt": "b\n" });
    expect(
      await patch(
        [{ path: "b.txt", diff: "@@\n-b\n+B" }, ...patches].slice(patches.length === 0 ? 1 : 0),
        files,
      ),
    ).toBe(message);
    expect(files.log).toEqual([]);
  });

  test.each([
    [
      "move alone",
      [{ path: "a", rename: "d/c" }],
      { "d/c": "a\n", b: "b\n" },
      ["move a d/c"],
      "Updated and moved a to d/c",
    ],
    [
      "move onto what was deleted",
      [
        { path: "b", op: "delete" },
        { path: "a", rename: "b", diff: "@@\n-a\n+A" },
      ],
      { b: "A\n" },
      ["replace b", "remove a"],
      "Deleted b\nUpdated and moved a to b",
    ],
    [
      "a swap by way of a third path",
      [
        { path: "a", rename: "t" },
        { path: "b", rename: "a" },
        { path: "t", rename: "b" },
      ],
      { a: "b\n", b: "a\n" },
      ["replace a", "replace b"],
      "Updated and moved a to t\nUpdated and moved b to a\nUpdated and moved t to b",
    ],
    [
      "two updates of a file are one write",
      [
        { path: "a", diff: "@@\n-a\n+x" },
        { path: "./a", diff: "@@\n-x\n+y" },
      ],
      { a: "y\n", b: "b\n" },
      ["replace a"],
      "Updated a\nUpdated ./a",
    ],
    [
      "there and back is nothing",
      [
        { path: "a", rename: "t" },
        { path: "t", rename: "a" },
      ],
      { a: "a\n", b: "b\n" },
      [],
      "Updated and moved a to t\nUpdated and moved t to a",
    ],
    [
      "created and moved",
      [
        { path: "n", op: "create", diff: "n" },
        { path: "n", rename: "m" },
      ],
      { a: "a\n", b: "b\n", m: "n" },
      ["create m"],
      "Created n\nUpdated and moved n to m",
    ],
  ] as [string, FilePatch[], Record<string, string>, string[], string][])(
    "%s",
    async (_, patches, expected, log, text) => {
      const files = new MemoryFiles({ a: "a\n", b: "b\n" });
      expect(await patch(patches, files)).toBe(text);
      expect(files.texts).toEqual(expected);
      expect(files.log).toEqual(log);
    },
  );

  test("a file that is no text can be deleted", async () => {
    const files = new MemoryFiles({ b: Uint8Array.of(0, 255) });
    expect(await patch([{ path: "b", op: "delete" }], files)).toBe("Deleted b");
    expect(files.texts).toEqual({});
  });
});
