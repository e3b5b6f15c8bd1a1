// Contract: numbers shown are numbers that can be used; nothing is cut inside a character.

import { describe, expect, test } from "bun:test";
import { stripPastedHashlines } from "../hashline/strip-pasted.ts";
import { TextDocument } from "../document/text-document.ts";
import { cutLine, formatHashLines, formatMarkedLines } from "./anchored-lines.ts";

const document = TextDocument.fromText("one\ntwo\nthree\nfour\nfive\n");

describe("formatHashLines", () => {
  test.each([
    ["whole", {}, "1:one\n2:two\n3:three\n4:four\n5:five\n6:"],
    ["range", { range: { start: 2, end: 3 } }, "2:two\n3:three"],
    [
      "range over the ends",
      { range: { start: 0, end: 99 }, maxColumns: 3 },
      "1:one\n2:two\n3:thr…\n4:fou…\n5:fiv…\n6:",
    ],
  ])("%s", (_, options, expected) => {
    expect(formatHashLines(document, options)).toBe(expected);
  });
});

test("formatMarkedLines shows search matches with their surroundings", () => {
  const shown = formatMarkedLines(document, {
    marked: [
      { start: 1, end: 1 },
      { start: 6, end: 6 },
    ],
    before: 1,
    after: 1,
  });
  expect(shown).toBe("*1:one\n 2:two\n...\n 5:five\n*6:");
});

test("cutLine keeps surrogate pairs whole", () => {
  expect([cutLine("a😀b", 2), cutLine("a😀b", 3), cutLine("abc", 3)]).toEqual([
    "a…",
    "a😀…",
    "abc",
  ]);
});

describe("stripPastedHashlines", () => {
  test.each([
    ["¶a.ts#1a2b\n1:x\n2:y", "x\ny", true],
    ["¶a.ts#1a2b\n7:x\n8:y\n", "x\ny\n", true],
    ["¶a.ts#1a2b\n1:x\n2:", "x\n", true],
    ["1:x\n2:y", "1:x\n2:y", false],
    ["¶a.ts#1a2b\n1:x\n3:y", "¶a.ts#1a2b\n1:x\n3:y", false],
    ["¶a.ts#1a2b\n1:x\ny", "¶a.ts#1a2b\n1:x\ny", false],
    ["¶a.ts\n1:x", "¶a.ts\n1:x", false],
    ["¶a.ts#1a2b\n", "¶a.ts#1a2b\n", false],
  ])("%j", (pasted, content, wasPasted) => {
    expect(stripPastedHashlines(pasted)).toEqual({ content, wasPasted });
  });
});
