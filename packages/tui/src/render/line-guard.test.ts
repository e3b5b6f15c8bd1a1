/** Defends: whatever a component renders, one line stays one line of at most the width, and only colours and links pass. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { visibleWidth } from "../text/width.ts";
import { CURSOR_MARKER, IMAGE_MARKER } from "./component.ts";
import { guardLine } from "./line-guard.ts";

const CASES: readonly [name: string, line: string, text: string][] = [
  ["plain", "hello", "hello"],
  ["too long", "hello world", "hello worl"],
  ["colour is closed", "\x1b[31mred", "\x1b[31mred\x1b[0m"],
  [
    "link is closed",
    "\x1b]8;;http://x\x1b\\link",
    "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b[0m",
  ],
  ["cursor movement", "a\x1b[2Jb", "a␛[2Jb"],
  ["title", "\x1b]0;t\x07", "␛]0;t␇"],
  ["unfinished link", "\x1b]8;;http", "␛]8;;http"],
  ["newline and return", "a\nb\rc", "a␊b␍c"],
  ["tab", "a\tb", "a b"],
  ["C1", "a\x9bb", "a‹U+009B›b"],
  ["bidi", "a\u202eb", "a‹U+202E›b"],
  ["no width", "a\u200bb", "a‹U+200B›b"],
  ["a joined emoji", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
  ["wide at the edge", "123456789日", "123456789"],
];

describe("line guard", () => {
  for (const [name, line, text] of CASES) {
    test(name, () => expect(guardLine(line, 10).text).toBe(text));
  }

  test("the caret is found, taken out and kept inside the width", () => {
    expect(guardLine(`ab${CURSOR_MARKER}c`, 10)).toEqual({ text: "abc", caretColumn: 2 });
    expect(guardLine(`\x1b[1m日${CURSOR_MARKER}`, 10).caretColumn).toBe(2);
    expect(guardLine(`0123456789${CURSOR_MARKER}`, 10)).toEqual({
      text: "0123456789",
      caretColumn: 9,
    });
  });

  test("picture lines pass untouched", () => {
    const line = `${IMAGE_MARKER}\x1b_Ga=T;AAAA\x1b\\`;
    expect(guardLine(line, 3)).toEqual({ text: line, caretColumn: undefined });
  });

  test("no line is wider than asked or holds a control that moves", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "\x1b[31m",
        "\x1b[2J",
        "\n",
        "\x1b]8;;u\x1b\\",
        "日",
        "\x1b",
        "\x07",
        "\x9b",
        "\x1b\\",
        "\x1b]8;",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), fc.nat({ max: 30 }), (parts, columns) => {
        const { text } = guardLine(parts.join(""), columns);
        expect(visibleWidth(text)).toBeLessThanOrEqual(columns);
        const bare = text.replaceAll(/\x1b\[[0-9;:]*m|\x1b\]8;[^\x1b\x07]*(?:\x07|\x1b\\)/g, "");
        expect(/[\0-\x1f\x7f-\x9f]/.test(bare)).toBe(false);
      }),
    );
  }, 60_000);
});
