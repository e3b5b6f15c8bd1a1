// Contract: text is replaced where it stands exactly and unambiguously, or the answer says what was found.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TextDocument } from "../document/text-document.ts";
import { executePlan } from "../multi-file/execute-plan.ts";
import { MemoryFiles } from "../testing/memory-files.ts";
import { applyReplace, type ReplaceEdit, type ReplaceOptions } from "./apply-replace.ts";
import oracleCalls from "./fixtures/oracle-edit-calls.json";
import { planReplace } from "./plan-replace.ts";
import { PATIENT, runs } from "../testing/property.ts";

function textAfter(
  text: string,
  edits: readonly ReplaceEdit[],
  options: ReplaceOptions = {},
): string {
  const outcome = applyReplace(TextDocument.fromText(text), "f", edits, options);
  return outcome.ok ? outcome.document.text : `${outcome.reason}: ${outcome.message}`;
}

describe("golden calls", () => {
  const a =
    "export function add(a: number, b: number): number {\n  const r = a + b;\n  console.log(r)\n  return r;\n}\n";
  const files = new MemoryFiles({ "t.txt": "one\ntwo\nthree\nfour\nfive\n", "src/a.ts": a });
  test.each(oracleCalls.filter((call) => call.run.includes("replace")))(
    "call $index",
    async (call) => {
      const { path = "", edits = [] } = call.args as { path?: string; edits?: ReplaceEdit[] };
      const before = files.texts;
      const planned = planReplace({ path, edits }, (name) => files.stateOf(name));
      expect(planned.ok ? planned.text : planned.message).toBe(call.text);
      if (planned.ok) expect(await executePlan(planned.plan, files)).toEqual({ ok: true });
      else expect(files.texts).toEqual(before);
    },
  );
});

/** Short texts over few letters, so that old text occurs, repeats and overlaps often. */
const letters = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });

function countOverlapping(text: string, wanted: string): number {
  return Array.from({ length: text.length }, (_, at) => text.startsWith(wanted, at)).filter(Boolean)
    .length;
}

test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["CR", "\r"],
])(
  "equals replacement of plain strings, %s",
  (_, ending) => {
    fc.assert(
      fc.property(letters, letters, letters, fc.boolean(), (text, old_text, new_text, all) => {
        fc.pre(old_text !== "" && text.includes("\n"));
        const actual = textAfter(text.replaceAll("\n", ending), [{ old_text, new_text, all }]);
        const count = countOverlapping(text, old_text);
        const expected = all
          ? text.split(old_text).join(new_text)
          : text.replace(old_text, () => new_text);
        if (count === 0) expect(actual).toStartWith("no-match: ");
        else if (count > 1 && !all) expect(actual).toStartWith("ambiguous: ");
        else if (expected === text) expect(actual).toStartWith("no-change: ");
        else expect(actual).toBe(expected.replaceAll("\n", ending));
      }),
      runs(750),
    );
  },
  PATIENT,
);

describe("lines", () => {
  test.each([
    [
      "each keeps its own ending",
      "a\r\nb\nc\rd",
      [{ old_text: "b\nc", new_text: "B\nC" }],
      "a\r\nB\nC\rd",
    ],
    [
      "around a grown replacement too",
      "a\r\nb\nc\rd\r\n",
      [{ old_text: "b\nc", new_text: "b\nx\nc" }],
      "a\r\nb\nx\r\nc\rd\r\n",
    ],
    [
      "CRLF in the arguments means a line break",
      "a\nb\n",
      [{ old_text: "a\r\nb", new_text: "x\r\ny" }],
      "x\ny\n",
    ],
    [
      "inside a line nothing else moves",
      "\uFEFFa\u200bb\f😀c",
      [{ old_text: "😀", new_text: "𝒳" }],
      "\uFEFFa\u200bb\f𝒳c",
    ],
    ["the final break can be taken away", "a\nb\n", [{ old_text: "b\n", new_text: "b" }], "a\nb"],
    [
      "edits see the result of those before",
      "a\n",
      [
        { old_text: "a", new_text: "b" },
        { old_text: "b", new_text: "c" },
      ],
      "c\n",
    ],
    [
      "several places of one line",
      "aXbXc\nX\n",
      [{ old_text: "X", new_text: "\n", all: true }],
      "a\nb\nc\n\n\n",
    ],
  ])("%s", (_, text, edits, expected) => {
    expect(textAfter(text, edits)).toBe(expected);
  });
});

test("the changes of several edits are told apart", () => {
  const outcome = applyReplace(TextDocument.fromText("1\n2\n3\n4\n5\n"), "f", [
    { old_text: "4\n", new_text: "" },
    { old_text: "2", new_text: "a\nb" },
  ]);
  const lines = outcome.ok
    ? outcome.changes.map(({ oldStart, oldLines, newStart, newLines }) => [
        oldStart,
        oldLines.map(({ text }) => text),
        newStart,
        newLines.map(({ text }) => text),
      ])
    : [];
  expect(lines).toEqual([
    [2, ["2"], 2, ["a", "b"]],
    [4, ["4"], 5, []],
  ]);
});

describe("refusals", () => {
  test.each([
    ["empty old text", [{ old_text: "", new_text: "x" }], "syntax: old_text must not be empty."],
    [
      "several places",
      [{ old_text: "a", new_text: "x" }],
      "ambiguous: Found 2 occurrences:\n  1:a1\n  2:a2\nAdd more context lines to disambiguate.",
    ],
    [
      "a later edit, so none",
      [
        { old_text: "a1", new_text: "x" },
        { old_text: "zz", new_text: "x" },
      ],
      "no-match: edits[1]: Could not find a close enough match in f.\n\nClosest match (50% similar) at line 1:\n  - zz\n  + x\nClosest match was below the 95% similarity threshold.",
    ],
    [
      "more lines than the file has",
      [{ old_text: "1\n2\n3\n4\n5", new_text: "" }],
      "no-match: Could not find a close enough match in f.",
    ],
    [
      "edits that cancel out",
      [
        { old_text: "a1", new_text: "b" },
        { old_text: "b", new_text: "a1" },
      ],
      "no-change: Edits to f resulted in no changes being made.",
    ],
    [
      "a lone surrogate",
      [{ old_text: "a1", new_text: "\ud800" }],
      "unencodable: The new text holds U+D800, which cannot be written to this file: it is in UTF-8. Nothing was changed.",
    ],
  ])("%s", (_, edits, message) => {
    expect(textAfter("a1\na2\n", edits)).toBe(message);
  });

  test("an edit list must not be empty", () => {
    expect(planReplace({ path: "f", edits: [] }, () => ({ kind: "missing" }))).toMatchObject({
      ok: false,
    });
  });
});

describe("fuzzy matching", () => {
  const text = "function f() {\n\tif (x) {\n\t\treturn “yes”;\n\t}\n}\n";
  const edit = { old_text: 'if (x) {\n    return "yes";\n}', new_text: "\treturn;" };

  test("is off: similar text is shown, not taken", () => {
    expect(textAfter(text, [edit])).toBe(
      "no-match: Could not find a close enough match in f.\n\nClosest match (100% similar) at line 2:\n  - if (x) {\n  + \tif (x) {\nOnly exact matches are replaced; copy the text as it is in the file.",
    );
  });

  test("takes the one similar place when it is switched on, and says so", () => {
    const outcome = applyReplace(TextDocument.fromText(text), "f", [edit], {
      fuzzy: { threshold: 0.95 },
    });
    expect(outcome.ok && outcome.document.text).toBe("function f() {\n\treturn;\n}\n");
    expect(outcome.ok && outcome.warnings).toEqual([
      "old_text was not found exactly; the lines from 2 on are 100% similar and were replaced.",
    ]);
  });

  test("refuses two similar places", () => {
    const fuzzy = { threshold: 0.95 };
    expect(textAfter("x  y\nx   y\n", [{ old_text: "x y", new_text: "z" }], { fuzzy })).toStartWith(
      "no-match: ",
    );
  });
});
