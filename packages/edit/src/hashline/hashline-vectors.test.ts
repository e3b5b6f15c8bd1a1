// Contract: the golden data of the specification, with every deliberate deviation in one table.

import { describe, expect, test } from "bun:test";
import { TextDocument } from "../document/text-document.ts";
import { hashFile } from "../document/file-hash.ts";
import { findChangedRange } from "../outcome.ts";
import { applyHashline, type HashlineOptions } from "./apply-hashline.ts";
import vectors from "./fixtures/hashline.json";
import { parseHashline } from "./parse-hashline.ts";
import { snapshotDocument } from "./snapshot.ts";

/** What we do otherwise, by vector name, and why. */
const DEVIATIONS: Readonly<Record<string, { readonly why: string; readonly expected: unknown }>> = {
  'split ¶"a b.ts"#1a2b': {
    why: "decision 5: every path can be addressed; a quoted path is a JSON string",
    expected: [{ path: "a b.ts", fileHash: "1a2b", diff: "2:x" }],
  },
  "apply dup above 2 lines": {
    why: "decision 4: duplicated boundary lines are not absorbed; applied as written, with a warning",
    expected: {
      result: "one\ntwo\none\ntwo\nTHREE\nfour\nfive\n",
      firstChangedLine: 3,
      warnings: [
        "The first 2 payload lines repeat the lines directly above the replaced range (lines 1..2 before the edit); both copies are in the file now. If that is a slip, delete one of them.",
      ],
    },
  },
  "apply dup below 2 lines": {
    why: "decision 4: duplicated boundary lines are not absorbed; applied as written, with a warning",
    expected: {
      result: "one\ntwo\nTHREE\nfour\nfive\nfour\nfive\n",
      firstChangedLine: 3,
      warnings: [
        "The last 2 payload lines repeat the lines directly below the replaced range (lines 4..5 before the edit); both copies are in the file now. If that is a slip, delete one of them.",
      ],
    },
  },
  "apply closer dup below": {
    why: "decision 4: closers are not dropped; unchanged first line is not counted as changed",
    expected: {
      result: "function a() {\n  return 9;\n}\n}\n\nfunction b() {\n  return 2;\n}\n",
      firstChangedLine: 2,
      warnings: [],
    },
  },
  "apply after end patch": {
    why: "text that is left out is never left out silently: a warning is added",
    expected: {
      result: "one\nx\nthree\nfour\nfive\n",
      firstChangedLine: 2,
      warnings: [
        'Text after "*** End Patch" was ignored, from "3:y" on; a payload line "*** End Patch" is written with a leading backslash.',
      ],
    },
  },
  "apply payload header-like": {
    why: "a section that is left out is never left out silently: a warning is added",
    expected: {
      result: "a\n",
      firstChangedLine: 1,
      warnings: [
        "The section for b has no operation and was ignored; a payload line that starts with ¶ is written with a leading backslash.",
      ],
    },
  },
};

function applyOps(text: string, ops: string, options: HashlineOptions = {}) {
  const document = TextDocument.fromText(text);
  const parsed = parseHashline(`¶f#${document.hash}\n${ops}`);
  if (!parsed.ok) return { error: parsed.message };
  const [section] = parsed.sections;
  if (section === undefined) return { error: "no section" };
  const outcome = applyHashline(document, section, options);
  if (!outcome.ok) return { error: outcome.message };
  return {
    result: outcome.document.text,
    firstChangedLine: findChangedRange(outcome.changes)?.startLine,
    warnings: [...parsed.warnings, ...outcome.warnings],
  };
}

test("every deviation names a vector", () => {
  const names = [
    ...vectors.split.map((vector) => `split ${vector.input.split("\n")[0]}`),
    ...vectors.apply.map((vector) => `apply ${vector.name}`),
  ];
  expect(Object.keys(DEVIATIONS).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(vectors.hash)("hash of %p", ({ text, hash }) => {
  expect(hashFile(text)).toBe(hash);
});

describe("split", () => {
  test.each(vectors.split)("$input", (vector) => {
    const parsed = parseHashline(vector.input, { cwd: vector.cwd });
    const actual = parsed.ok
      ? parsed.sections.map(({ path, fileHash, body }) => ({
          path,
          ...(fileHash && { fileHash }),
          diff: body,
        }))
      : parsed.message;
    const deviation = DEVIATIONS[`split ${vector.input.split("\n")[0]}`];
    expect(actual).toEqual(
      (deviation?.expected ?? vector.sections ?? vector.error) as typeof actual,
    );
  });
});

describe("apply", () => {
  test.each(vectors.apply)("$name", (vector) => {
    const { text, ops, result, firstChangedLine, warnings, error } = vector;
    const golden = error === undefined ? { result, firstChangedLine, warnings } : { error };
    const expected = DEVIATIONS[`apply ${vector.name}`]?.expected ?? golden;
    const insertEchoes = vector.options?.autoDropPureInsertDuplicates === true;
    expect(applyOps(text, ops, { absorb: { insertEchoes } })).toEqual(expected as never);
  });

  // The first changed line is ours: the first line that differs, not the first that was rewritten.
  test.each([
    ["dup above 2 lines", 3],
    ["dup below 2 lines", 3],
    ["closer dup below", 2],
    ["closer balanced kept", 2],
  ])("%s, with absorption switched on, as observed", (name, firstChangedLine) => {
    const vector = vectors.apply.find((candidate) => candidate.name === name);
    const actual = applyOps(vector?.text ?? "", vector?.ops ?? "", {
      absorb: { replacements: true },
    });
    const expected = { result: vector?.result, firstChangedLine, warnings: vector?.warnings };
    expect(actual).toEqual(expected as typeof actual);
  });
});

test("mismatch text", () => {
  const lines = Array.from({ length: 12 }, (_, index) => `l${index + 1}`);
  const document = TextDocument.fromText(lines.join("\n"));
  const parsed = parseHashline("¶src/a.ts#1a2b\n2:x\n9:y");
  if (!parsed.ok || parsed.sections[0] === undefined) throw new Error("unparsable");
  const outcome = applyHashline(document, parsed.sections[0]);
  const expected = vectors.mismatch[0]?.message.replace("#3c4d", `#${document.hash}`);
  expect(outcome).toEqual({ ok: false, reason: "stale", message: expected ?? "" });
});

describe("recovery", () => {
  const snapshot = TextDocument.fromText(
    Array.from({ length: 20 }, (_, n) => `line ${n + 1}\n`).join(""),
  );
  test.each(vectors.recovery)("$name", (vector) => {
    const parsed = parseHashline(`¶f#${snapshot.hash}\n${vector.ops}`);
    if (!parsed.ok || parsed.sections[0] === undefined) throw new Error("unparsable");
    const outcome = applyHashline(TextDocument.fromText(vector.current), parsed.sections[0], {
      findSnapshot: (hash) => (hash === snapshot.hash ? snapshotDocument(snapshot) : undefined),
    });
    if (vector.result === null) {
      expect(outcome).toMatchObject({ ok: false, reason: "stale" });
    } else {
      const { lines, firstChangedLine, warnings } = vector.result;
      expect(outcome).toMatchObject({ ok: true, warnings });
      if (outcome.ok) expect(outcome.document.text).toBe(lines);
      if (outcome.ok) expect(findChangedRange(outcome.changes)?.startLine).toBe(firstChangedLine);
    }
  });
});
