/** Defends: width, slice, wrap and grapheme breaks agree with the public references, but for the listed deviations. */
import { describe, expect } from "bun:test";
import { corpus, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { styledCells } from "../testing/cells.ts";
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

type SliceArgs = [string, number, number?];
type WrapArgs = [string, number, WrapOptions];
const widths = corpus("tui/string-width.json");
const slices = corpus("tui/slice-ansi.json");
const wraps = corpus("tui/wrap-ansi.json");
const breaks = corpus("tui/grapheme_break.json");

interface Cases<T> {
  readonly cases: readonly T[];
}

describe("public references", () => {
  skipUnless(widths)("string-width", () => {
    for (const { args, result } of (widths.load() as Cases<Case<[string], number>>).cases) {
      if (args[0] !== DEVANAGARI)
        expect([args[0], visibleWidth(args[0])]).toEqual([args[0], result]);
    }
  });

  skipUnless(slices)("slice-ansi, cell by cell", () => {
    for (const { args, result } of (slices.load() as Cases<Case<SliceArgs, string>>).cases) {
      if (args[0] === DEVANAGARI) continue;
      expect([args, styledCells(sliceColumns(...args))]).toEqual([args, styledCells(result)]);
    }
  });

  skipUnless(wraps)("wrap-ansi, cell by cell, after tabs of 8 and composition", () => {
    for (const { args, result } of (wraps.load() as Cases<Case<WrapArgs, string>>).cases) {
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
  });

  skipUnless(breaks)("grapheme breaks", () => {
    for (const parts of (breaks.load() as Cases<string[]>).cases) {
      const text = parts.join("");
      if (text !== OLD_PICTOGRAPH) expect(graphemes(text)).toEqual(parts);
    }
  });
});
