// Contract: what a constrained model can write, our parsers accept; schemas are those of the wire.

import { describe, expect, test } from "bun:test";
import { parseApplyPatch } from "../apply-patch/parse-apply-patch.ts";
import { parseHashline } from "../hashline/parse-hashline.ts";
import { isDerivedFrom } from "../testing/lark.ts";
import { applyPatchGrammar, hashlineGrammar } from "./grammars.ts";
import {
  applyPatchParameters,
  hashlineParameters,
  patchParameters,
  replaceParameters,
} from "./parameters.ts";

const inEnvelope = (...lines: string[]) =>
  ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

describe("hashline grammar", () => {
  test.each([
    [inEnvelope("¶src/a b.ts#1a2b", "2-4:x", "  y", "", "7↓z", "9!"), true],
    [inEnvelope("¶new.md", "BOF↑# Title", "¶b.ts#0000", "1!"), true],
    [inEnvelope("¶a.ts#1a2b", "3-4!", "EOF↓z"), true],
    [inEnvelope("¶a.ts#1a2b"), false],
    [inEnvelope("¶a.ts#1a2", "3!"), false],
    [inEnvelope("¶a.ts#1a2b", "0:x"), false],
    ["¶a.ts#1a2b\n3!", false],
  ])("%j", (input, isDerived) => {
    expect(isDerivedFrom(hashlineGrammar, input)).toBe(isDerived);
    if (isDerived) expect(parseHashline(input)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe("apply_patch grammar", () => {
  test.each([
    [inEnvelope("*** Add File: a b.md", "+x", "+", "*** Delete File: c"), true],
    [
      inEnvelope(
        "*** Update File: a",
        "*** Move to: b",
        "@@",
        "-x",
        "+y",
        "@@ fn",
        "@@ inner",
        " z",
        "*** End of File",
      ),
      true,
    ],
    [inEnvelope(), false],
    [inEnvelope("*** Update File: a"), false],
    [inEnvelope("*** Add File: a", "x"), false],
  ])("%j", (input, isDerived) => {
    expect(isDerivedFrom(applyPatchGrammar, input)).toBe(isDerived);
    if (isDerived) expect(parseApplyPatch(input)).toMatchObject({ ok: true });
  });
});

test("schemas", () => {
  const shape = ({ properties, required }: { properties: object; required: readonly string[] }) => [
    Object.keys(properties),
    required,
  ];
  expect(shape(hashlineParameters)).toEqual([["input", "path"], ["input"]]);
  expect(shape(replaceParameters)).toEqual([
    ["path", "edits"],
    ["path", "edits"],
  ]);
  expect(shape(patchParameters)).toEqual([
    ["path", "edits"],
    ["path", "edits"],
  ]);
  expect(shape(applyPatchParameters)).toEqual([["input"], ["input"]]);
  expect(shape(patchParameters.properties.edits.items as never)).toEqual([
    ["op", "rename", "diff"],
    undefined as never,
  ]);
});
