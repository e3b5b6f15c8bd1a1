// Contract: a hashline call over files is preflighted as a whole; texts are those of the golden calls.

import { describe, expect, test } from "bun:test";
import oracleCalls from "../replace/fixtures/oracle-edit-calls.json";
import { TextDocument } from "../document/text-document.ts";
import { MemoryFiles } from "../testing/memory-files.ts";
import { executePlan } from "../multi-file/execute-plan.ts";
import { describeHashline } from "./describe-hashline.ts";
import { parseHashline } from "./parse-hashline.ts";
import { planHashline, type HashlinePlanOptions } from "./plan-hashline.ts";
import { ReadCache } from "./read-cache.ts";

const T = "one\ntwo\nthree\nfour\nfive\n";
const T_HASH = "2914";

async function edit(
  input: string,
  files: MemoryFiles,
  options: HashlinePlanOptions = {},
): Promise<string> {
  const parsed = parseHashline(input);
  if (!parsed.ok) return parsed.message;
  const planned = planHashline(parsed.sections, (path) => files.stateOf(path), {
    ...options,
    warnings: parsed.warnings,
  });
  if (!planned.ok) return planned.message;
  expect(await executePlan(planned.plan, files)).toEqual({ ok: true });
  return describeHashline(planned.plan);
}

describe("golden calls", () => {
  const after = "one\nTWO\nthree\nfive\n";
  const files: Record<number, Record<string, string>> = {
    11: { "t.txt": T },
    49: {},
    50: { "t.txt": after },
    51: {
      "t.txt": after,
      "src/a.ts": Array.from({ length: 9 }, () => "\n").join("") + "export const X = 1;\n",
    },
  };
  const calls = oracleCalls.filter((call) => "input" in call.args);
  test("all of them are here", () => {
    expect(calls.map((call) => String(call.index))).toEqual(Object.keys(files));
  });
  test.each(calls)("call $index", async (call) => {
    const memory = new MemoryFiles(files[call.index] ?? {});
    const input = (call.args.input ?? "").replace(
      "src/a.ts#d13c",
      `src/a.ts#${hashOf(memory, "src/a.ts")}`,
    );
    expect(await edit(input, memory)).toBe(call.text);
    if (call.isError) expect(memory.log).toEqual([]);
  });
});

function hashOf(files: MemoryFiles, path: string): string {
  return TextDocument.fromText(files.texts[path] ?? "").hash;
}

describe("one file", () => {
  test("the answer is a compact diff in the new numbering", async () => {
    const files = new MemoryFiles({ "t.txt": T });
    const text = await edit(`¶t.txt#${T_HASH}\n1↓1.5\n5!`, files);
    expect(text).toBe("t.txt:\n 1:one\n+2:1.5\n 3:two\n 4:three\n 5:four\n-5:five");
    expect(files.texts).toEqual({ "t.txt": "one\n1.5\ntwo\nthree\nfour\n" });
  });

  test("long runs and far changes are cut in the answer", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `l${index + 1}`);
    const files = new MemoryFiles({ "t.txt": lines.join("\n") });
    const payload = Array.from({ length: 40 }, (_, index) => `n${index + 1}`).join("\n");
    const text = await edit(`¶t.txt#${hashOf(files, "t.txt")}\n2:${payload}\n50:x`, files);
    expect(text).toStartWith("t.txt:\n 1:l1\n-2:l2\n+2:n1\n");
    expect(text).toContain("+9:n8\n...\n+34:n33\n");
    expect(text).toContain(
      "+41:n40\n 42:l3\n 43:l4\n...\n 87:l48\n 88:l49\n-50:l50\n+89:x\n 90:l51\n 91:l52",
    );
    expect(text.split("\n")).toHaveLength(29);
  });

  test("removing the final line break alone is an update without lines to show", async () => {
    const files = new MemoryFiles({ "t.txt": T });
    expect(await edit(`¶t.txt#${T_HASH}\n6!`, files)).toBe("Updated t.txt");
    expect(files.texts).toEqual({ "t.txt": T.slice(0, -1) });
  });

  test("warnings follow the diff", async () => {
    const files = new MemoryFiles({ "t.txt": "f(\n  1,\n);\n" });
    const text = await edit(`¶t.txt#${hashOf(files, "t.txt")}\n3!\n*** Abort`, files);
    expect(text).toBe(
      "t.txt:\n 1:f(\n 2:  1,\n-3:);\n\nWarnings:\nTool stream truncated mid-call due to detected output corruption. Applied ops above are valid. Re-issue any remaining edits.\nDeleted line 3 contains a structural bracket/brace boundary (\");\"); verify the file is still balanced or use 'A:<replacement>' to keep the boundary intact.",
    );
  });

  test.each([
    [
      "no file, no hash, anchored",
      "¶n.txt\n1:x",
      "Missing hashline file hash for anchored edit to n.txt; use `¶n.txt#hash` from your latest read.",
    ],
    ["no file, hash", "¶n.txt#1a2b\n1:x", "File not found: n.txt"],
    ["directory", "¶d\nEOF↓x", "Path is a directory: d"],
    ["line outside", `¶t.txt#${T_HASH}\n8:x`, "Line 8 does not exist (file has 6 lines)"],
    ["range over the end", `¶t.txt#${T_HASH}\n5-9!`, "Line 9 does not exist (file has 6 lines)"],
    [
      "nothing to do",
      `¶t.txt#${T_HASH}\n2:two`,
      "Edits to t.txt resulted in no changes being made.",
    ],
    ["header only", `¶t.txt#${T_HASH}\n`, "The input has no operation. No file was changed."],
    [
      "generated",
      "¶gen.ts\nEOF↓x",
      'Cannot modify auto-generated file: gen.ts\n\nThis file appears to be automatically generated (detected marker: "Code generated by protoc.").\nAuto-generated files should not be edited directly. Instead:\n1. Find the source file or generator configuration\n2. Make changes to the source\n3. Regenerate the file',
    ],
    ["binary", "¶b\nEOF↓x", "Cannot edit b: the file cannot be edited as text: it is binary."],
  ])("%s", async (_, input, message) => {
    const files = new MemoryFiles({
      "t.txt": T,
      "d/x": "",
      "gen.ts": "// Code generated by protoc. DO NOT EDIT.\n",
      b: Uint8Array.of(0, 0xff, 0xfe),
    });
    expect(await edit(input, files)).toBe(message);
    expect(files.log).toEqual([]);
  });

  test("the guard against generated files can be lifted", async () => {
    const files = new MemoryFiles({ "gen.ts": "// @generated\n" });
    expect(await edit("¶gen.ts\nEOF↓x", files, { blockGenerated: false })).toBe(
      "gen.ts:\n 1:// @generated\n+2:x",
    );
  });
});

describe("several files", () => {
  test("one bad section keeps every file as it was", async () => {
    const files = new MemoryFiles({ "a.txt": T, "b.txt": T });
    const input = `¶a.txt#${T_HASH}\n1:x\n¶new.txt\nBOF↓x\n¶b.txt#${T_HASH}\n9:x`;
    expect(await edit(input, files)).toBe("Line 9 does not exist (file has 6 lines)");
    expect(files.log).toEqual([]);
  });

  test("sections of one path are one edit, however it is spelled", async () => {
    const files = new MemoryFiles({ "a.txt": T });
    const input = `¶a.txt#${T_HASH}\n1:x\ny\n¶./a.txt\nEOF↓z\n¶a.txt#${T_HASH}\n4!`;
    await edit(input, files);
    expect(files.texts).toEqual({ "a.txt": "x\ny\ntwo\nthree\nfive\nz\n" });
    expect(files.log).toEqual(["replace a.txt"]);
  });

  test("sections of one path must not clash or be bound to two texts", async () => {
    const files = new MemoryFiles({ "a.txt": T });
    expect(await edit(`¶a.txt#${T_HASH}\n1:x\n¶a.txt#${T_HASH}\n1!`, files)).toStartWith(
      "a.txt: line 2: anchor line 1 is already targeted by the :/! op on line 1.",
    );
    expect(await edit(`¶a.txt#${T_HASH}\n1:x\n¶a.txt#ffff\n2!`, files)).toBe(
      "The sections for a.txt are bound to different file hashes, #2914 and #ffff; re-read the file and use one.",
    );
    expect(files.log).toEqual([]);
  });
});

test("an edit bound to what was read before an earlier edit of the session finds its place", async () => {
  const cache = new ReadCache();
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);
  const files = new MemoryFiles({ "a.txt": lines.join("") });
  const hash = hashOf(files, "a.txt");
  cache.recordDocument("a.txt", TextDocument.fromText(lines.join("")));
  const options = { findSnapshot: (path: string, fileHash: string) => cache.find(path, fileHash) };
  await edit(`¶a.txt#${hash}\n2:x\ny\nz`, files, options);
  expect(await edit(`¶a.txt#${hash}\n20:TWENTY`, files, options)).toBe(
    "a.txt:\n 20:line 18\n 21:line 19\n-22:line 20\n+22:TWENTY\n 23:line 21\n 24:line 22\n\nWarnings:\nRecovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).",
  );
});
