/** Defends: wrapping loses nothing and never exceeds the width; slices partition a line; rows stand alone. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { styledCells } from "../testing/cells.ts";
import { sliceColumns, truncate } from "./slice.ts";
import { expandTabs, visibleWidth } from "./width.ts";
import { wrapRows, wrapText } from "./wrap.ts";

const piece = fc.constantFrom(
  ..."abcdefg  ".split(""),
  "word",
  "日",
  "é",
  "👨‍👩‍👧",
  "🇯🇵",
  "\x1b[31m",
  "\x1b[39m",
  "\x1b[1m",
  "\x1b[0m",
  "\x1b[48;5;9m",
  "\x1b]8;;https://a.b\x1b\\",
  "\x1b]8;;\x1b\\",
);
const line = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(""));
const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
const columns = fc.integer({ min: 2, max: 24 });

const looks = (rows: readonly string[]) =>
  rows.flatMap((row) => styledCells(row).filter((cell) => !cell.startsWith("end")));
const withoutSpaces = (cells: readonly string[]) => cells.filter((cell) => !cell.endsWith(" "));

describe("wrapping", () => {
  test("rows joined are the text: every cell, in its style, in order", () => {
    fc.assert(
      fc.property(text, columns, (input, width) => {
        expect(looks(wrapRows(input, width))).toEqual(looks([input.replaceAll("\n", "")]));
      }),
    );
  }, 60_000);

  test("rows for reading lose spaces only", () => {
    fc.assert(
      fc.property(text, columns, (input, width) => {
        const want = withoutSpaces(looks([input.replaceAll("\n", "")]));
        expect(withoutSpaces(looks(wrapText(input, width)))).toEqual(want);
      }),
    );
  }, 60_000);

  test("no row is wider than asked, and every row closes its styles", () => {
    fc.assert(
      fc.property(text, columns, (input, width) => {
        for (const row of [...wrapRows(input, width), ...wrapText(input, width)]) {
          expect(visibleWidth(row)).toBeLessThanOrEqual(width);
          expect(styledCells(row).at(-1)).toBe("end");
        }
      }),
    );
  }, 60_000);

  test("reading rows keep the indentation of the line and drop the spaces of the break", () => {
    expect(wrapText("  one two", 5)).toEqual(["  one", "two"]);
    expect(wrapText("aaaa      bbbb", 4)).toEqual(["aaaa", "bbbb"]);
    expect(wrapText("a\n\nb", 4)).toEqual(["a", "", "b"]);
  });
});

describe("slicing", () => {
  test("two slices at any column hold the line's cells, but for a wide one that was cut", () => {
    fc.assert(
      fc.property(line, fc.nat({ max: 70 }), (input, column) => {
        const left = sliceColumns(input, 0, column);
        const right = sliceColumns(input, column);
        const whole = looks([input]);
        const joined = looks([left, right]);
        expect(whole.length - joined.length).toBeLessThanOrEqual(1);
        expect(whole.filter((cell) => joined.includes(cell)).length).toBeGreaterThanOrEqual(
          joined.length,
        );
        expect(visibleWidth(left)).toBeLessThanOrEqual(column);
      }),
    );
  }, 60_000);

  test("truncation keeps what fits, marks what does not, and never exceeds the width", () => {
    expect(truncate("hello", 5)).toBe("hello");
    expect(truncate("hello!", 5)).toBe("hell…");
    expect(truncate("\x1b[31mhello!\x1b[39m", 3)).toBe("\x1b[31mhe\x1b[39m…");
    expect(truncate("日本語", 4)).toBe("日…");
    expect(truncate("hello", 2, { ellipsis: "..." })).toBe("he");
    expect(truncate("hello", 0)).toBe("");
    fc.assert(
      fc.property(line, fc.nat({ max: 40 }), (input, width) => {
        expect(visibleWidth(truncate(input, width))).toBeLessThanOrEqual(width);
      }),
    );
  }, 60_000);
});

test("tabs reach to the next stop of their line", () => {
  expect(expandTabs("a\tb\n\tc", 3)).toBe("a  b\n   c");
  expect(expandTabs("日\tx", 4)).toBe("日  x");
  expect(expandTabs("\x1b[31ma\x1b[39m\tb", 4)).toBe("\x1b[31ma\x1b[39m   b");
});
