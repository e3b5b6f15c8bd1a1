/** Defends: width, slice, wrap and grapheme breaks agree with the public references, but for the listed deviations. */
import { describe, expect, test } from "bun:test";
import { styledCells } from "../fixtures/cells.ts";
import { corpusCases } from "../fixtures/corpora.ts";
import { graphemes } from "./graphemes.ts";
import { sliceColumns } from "./slice.ts";
import { expandTabs, visibleWidth } from "./width.ts";
import { type WrapOptions, wrapRows } from "./wrap.ts";

/**
 * Deliberate deviations:
 * - Devanagari: a conjunct is as wide as its consonants, which is what terminals draw; the three references
 *   disagree with one another about it.
 * - A zero-width space stays on the row of the character before it instead of opening the next row.
 * - U+2701 lost its pictographic property after Unicode 15, so a joiner no longer glues two of them.
 */
const DEVANAGARI = "क्षत्रिय देवनागरी";
const ZERO_WIDTH = "zero\u200bwidth\u200djoin";
const OLD_PICTOGRAPH = "\u2701\u200d\u2701";

interface Case<Args, Result> {
  readonly args: Args;
  readonly result: Result;
}

type WrapArgs = [string, number, WrapOptions];
const widths = corpusCases<Case<[string], number>>("string-width.json");
const slices = corpusCases<Case<[string, number, number?], string>>("slice-ansi.json");
const wraps = corpusCases<Case<WrapArgs, string>>("wrap-ansi.json");
const breaks = corpusCases<string[]>("grapheme_break.json");

describe("public references", () => {
  test.skipIf(widths.length === 0)("string-width", () => {
    for (const { args, result } of widths) {
      if (args[0] !== DEVANAGARI)
        expect([args[0], visibleWidth(args[0])]).toEqual([args[0], result]);
    }
  });

  test.skipIf(slices.length === 0)("slice-ansi, cell by cell", () => {
    for (const { args, result } of slices) {
      if (args[0] === DEVANAGARI) continue;
      expect([args, styledCells(sliceColumns(...args))]).toEqual([args, styledCells(result)]);
    }
  });

  test.skipIf(wraps.length === 0)(
    "wrap-ansi, cell by cell, after tabs of 8 and composition",
    () => {
      for (const { args, result } of wraps) {
        const [text, columns, options] = args;
        if (text === ZERO_WIDTH || (text === DEVANAGARI && columns === 4)) continue;
        const rows = wrapRows(expandTabs(text, 8), columns, {
          trim: true,
          hard: false,
          ...options,
        });
        const got = rows.map((row) => styledCells(row.normalize()));
        expect([args, got]).toEqual([args, result.normalize().split("\n").map(styledCells)]);
      }
    },
  );

  test.skipIf(breaks.length === 0)("grapheme breaks", () => {
    for (const parts of breaks) {
      const text = parts.join("");
      if (text !== OLD_PICTOGRAPH) expect(graphemes(text)).toEqual(parts);
    }
  });
});
