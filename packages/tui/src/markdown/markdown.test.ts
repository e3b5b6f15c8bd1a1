/** Defends: what Markdown looks like, that streaming ends where the whole text ends, and that settled parts stay. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { visibleWidth } from "../text/width.ts";
import { createTheme } from "../theme/theme.ts";
import type { Highlighter } from "../widgets/code-block.ts";
import { loadMarkdownLexer } from "./lexer.ts";
import { Markdown, type MarkdownOptions } from "./markdown.ts";
import { markdownStyles } from "./markdown-styles.ts";

const lexer = await loadMarkdownLexer();
const plainStyles = markdownStyles(createTheme({ colors: {} }, "none"));
const base: MarkdownOptions = { lexer, styles: plainStyles, hyperlinks: false };
const show = (text: string, width = 40, options: Partial<MarkdownOptions> = {}) =>
  new Markdown({ ...base, ...options }, text).render(width);

const LOOKS: readonly [name: string, source: string, lines: string[]][] = [
  ["headings", "# One\n## Two\n### Three", ["One", "", "Two", "", "### Three"]],
  ["paragraphs keep their line breaks", "a\nb  \nc\n\nd", ["a", "b", "c", "", "d"]],
  ["emphasis", "**b** _i_ ~~s~~ `c`", ["b i s c"]],
  ["tight list", "- a\n- b", ["- a", "- b"]],
  ["nested list", "- a\n  - b\n    1. c\n- d", ["- a", "  - b", "    1. c", "- d"]],
  ["loose list", "1. a\n\n   more\n\n2. b", ["1. a", "", "   more", "", "2. b"]],
  ["numbers go on", "3. a\n1. b", ["3. a", "4. b"]],
  ["tasks", "- [ ] a\n- [x] b", ["- [ ] a", "- [x] b"]],
  ["quote", "> a\n> - b", ["│ a", "│ - b"]],
  ["code", "```ts\nlet a;\n\tb\n```\nafter", ["```ts", "  let a;", "     b", "```", "", "after"]],
  ["open code", "~~~\nx", ["```", "  x", "```"]],
  ["rule", "---", ["─".repeat(40)]],
  ["link", "[a](https://x.y) <https://z.y>", ["a (https://x.y) https://z.y"]],
  ["image", "![cat](c.png)", ["[cat] (c.png)"]],
  ["html is text", "<b>x</b>\n\n<div>\ny\n</div>", ["<b>x</b>", "", "<div>", "y", "</div>"]],
  ["entities", "a &amp; b &lt;c&gt; &#65; &amp;lt; `&amp;`", ["a & b <c> A &lt; &amp;"]],
  ["entities in targets", "[a](https://x/?b&amp;c&#7;)", ["a (https://x/?b&c␇)"]],
  ["no closing fence", "```\n```js\n    ```\n```", ["```", "  ```js", "      ```", "```"]],
  ["reference", "[r]: https://x.y\n\n[t][r]", ["t (https://x.y)"]],
];

describe("looks", () => {
  for (const [name, source, lines] of LOOKS) {
    test(name, () => expect(show(source)).toEqual(lines));
  }

  test("tables fit: natural, wrapped, and as a list where there is no room", () => {
    const source = "| a | long header |\n|---|--:|\n| x | 1 |\n| y | two words here |";
    expect(show(source)).toEqual([
      "┌───┬────────────────┐",
      "│ a │    long header │",
      "├───┼────────────────┤",
      "│ x │              1 │",
      "│ y │ two words here │",
      "└───┴────────────────┘",
    ]);
    expect(show(source, 20)).toContain("│ y │    two words │");
    expect(show(source, 12)).toEqual([
      "a: x",
      "long header:",
      "1",
      "",
      "a: y",
      "long header:",
      "two words",
      "here",
      "",
    ]);
  });

  test("links are hyperlinks where the terminal knows them, and only to places one can open", () => {
    const options = { hyperlinks: true };
    expect(show("[a](https://x.y/é?q=1%20)", 40, options)).toEqual([
      "\x1b]8;;https://x.y/%C3%A9?q=1%20\x1b\\a\x1b]8;;\x1b\\",
    ]);
    expect(show("[a](javascript:alert)", 40, options)).toEqual(["a (javascript:alert)"]);
  });

  test("foreign controls are visible, however they are smuggled in", () => {
    expect(show("a\x1b[2Jb &#27;[2J `\u202e`")).toEqual(["a␛[2Jb ␛[2J ‹U+202E›"]);
    expect(show("```\x1b]0;t\x07\n\x1b[2J\n```")).toEqual(["```␛]0;t␇", "  ␛[2J", "```"]);
    const link = show("[a](<https://x.y/\x07\x1b]0;t>)", 60, { hyperlinks: true }).join("");
    expect(link.replace(/\x1b\]8;[^\x1b]*\x1b\\/g, "")).not.toMatch(/[\0-\x1f]/);
  });

  test("styles come from the palette", () => {
    const colors = { mdHeading: "#ff0000", mdCode: "#00ff00" };
    const styles = markdownStyles(createTheme({ colors }, "ansi16"));
    expect(show("## H `c`", 40, { styles })).toEqual([
      "\x1b[1m\x1b[91mH \x1b[92mc\x1b[39m\x1b[91m\x1b[39m\x1b[22m",
    ]);
  });
});

const BLOCKS = [
  "# Title",
  "A paragraph with **bold**, `code` and\na second line.",
  "- one\n- two\n  - nested\n- three",
  "1. first\n\n2. second\n\n1. third",
  "```ts\nconst a = 1;\n\n  // ``` not the end\n```",
  "~~~\ntildes\n~~~",
  "> quoted\n> text\n>\n> - list",
  "| a | b |\n|---|---|\n| 1 | 2 |\n| three | four |",
  "---",
  "Setext\n===",
  "<div>\nhtml\n</div>",
  "[ref]: https://x.y",
  "see [t][ref] 👨‍👩‍👧 日本語",
  "    indented code\n    more",
  "\x1b[2J \u202e",
  `- ${"long item text ".repeat(20)}\n- b\n- ${"another long one ".repeat(40)}\n- d\n- e`,
  "para\r\nwith crlf\r\n\r\nnext",
  "* star\n\n* loose\n* items",
];

const isUse = (block: string) => block.includes("[t][ref]");

describe("streaming", () => {
  const document = fc
    .array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 6 })
    // A definition only reaches what comes after it while text streams in.
    .map((blocks) =>
      [...new Set(blocks)].sort((a, b) => Number(isUse(a)) - Number(isUse(b))).join("\n\n"),
    );
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 });

  test("in any pieces, with a frame after each, it ends with the lines of the whole text", () => {
    fc.assert(
      fc.property(document, sizes, (source, cuts) => {
        const stream = new Markdown(base);
        for (let at = 0, step = 0; at < source.length; step++) {
          const size = cuts[step % cuts.length] ?? 1;
          stream.append(source.slice(at, at + size));
          stream.render(40);
          at += size;
        }
        stream.finish();
        expect(stream.render(40)).toEqual(show(source));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("a settled part never changes its lines, and no line is wider than asked", () => {
    fc.assert(
      fc.property(document, sizes, fc.integer({ min: 10, max: 60 }), (source, cuts, width) => {
        const stream = new Markdown(base);
        const settled: string[] = [];
        for (let at = 0, step = 0; at < source.length; step++) {
          const size = cuts[step % cuts.length] ?? 1;
          stream.append(source.slice(at, at + size));
          at += size;
          const now = stream.parts
            .slice(0, stream.settledParts)
            .flatMap((part) => part.render(width));
          expect(now.slice(0, settled.length)).toEqual(settled);
          settled.splice(0, settled.length, ...now);
          for (const line of stream.render(width))
            expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  test("asking for the parts copies none of them", () => {
    const stream = new Markdown(base);
    const { parts } = stream;
    stream.append("one\n\ntwo\n\nthree");
    expect(stream.parts).toBe(parts);
    expect([parts.length, stream.settledParts]).toEqual([3, 2]);
    stream.finish();
    expect([parts.length, stream.settledParts]).toEqual([3, 3]);
  });

  test("only the last block is read again", () => {
    let read = 0;
    const counting: MarkdownOptions = {
      ...base,
      lexer: (source, links) => {
        read += source.length;
        return lexer(source, links);
      },
    };
    const stream = new Markdown(counting);
    const paragraph = "some words in a paragraph of a long answer\n\n";
    for (let index = 0; index < 500; index++) {
      stream.append(paragraph);
      stream.render(80);
    }
    expect(read).toBeLessThan(500 * paragraph.length * 4);
  });

  const LONG_PARAGRAPHS = [
    `${"an extraordinarily long paragraph without breaks, with **bold** words ".repeat(250)}.`,
    `${"many lines of one paragraph, and - no - list \u202e in it\r\n".repeat(300)}last\n\nnext`,
    `x${"0123456789".repeat(1_700)}\n\n# next`,
  ];
  for (const source of LONG_PARAGRAPHS) {
    test(`long: ${source.slice(0, 20)} … ends with the lines of the whole text`, () => {
      const stream = new Markdown(base);
      for (let at = 0; at < source.length; at += 997) {
        stream.append(source.slice(at, at + 997));
        stream.render(40);
      }
      stream.finish();
      expect(stream.render(40)).toEqual(show(source));
      const words = (lines: readonly string[]) => lines.join(" ").replaceAll(/\s+/g, "");
      const unmarked = source.replaceAll(/\*\*|# |\s/g, "").replaceAll("\u202e", "‹U+202E›");
      expect(words(show(source))).toBe(unmarked);
    });
  }

  const LONG_BLOCKS: readonly [what: string, piece: string][] = [
    ["a paragraph on one line", "some words of a paragraph that never ends "],
    ["a paragraph of many lines", "some words of a paragraph that never ends\n"],
    ["one word", "0123456789abcdef0123456789abcdef012345678"],
    ["a quote", "> words of a quote that goes on and on and\n"],
    ["one line of code", "```\n"],
  ];
  for (const [what, piece] of LONG_BLOCKS) {
    test(`${what} is read in time that grows with its length only`, () => {
      const costOf = (pieces: number) => {
        let read = 0;
        const stream = new Markdown({
          ...base,
          lexer: (source, links) => {
            read += source.length;
            return lexer(source, links);
          },
        });
        for (let index = 0; index < pieces; index++) {
          stream.append(piece.startsWith("```") && index > 0 ? "code(); ".repeat(5) : piece);
          stream.render(80);
        }
        stream.finish();
        expect(stream.render(80).length).toBeGreaterThan(0);
        return read;
      };
      expect(costOf(800) / Math.max(1, costOf(400))).toBeLessThan(3);
    });
  }

  test("what was read is shown again without reading, with other looks and at other widths", () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 10, max: 60 }), (source, width) => {
        const whole = new Markdown(base, source);
        const lexer = () => {
          throw new Error("read again");
        };
        const again = new Markdown({ ...base, lexer }, whole.read);
        expect(again.render(width)).toEqual(whole.render(width));
        expect(again.settledParts).toBe(again.parts.length);
      }),
      { numRuns: 100 },
    );
  });

  test("code in an open fence is not parsed at all and coloured a piece at a time", () => {
    let read = 0;
    const seen: number[] = [];
    const highlight: Highlighter = (code) => {
      seen.push(code.split("\n").length);
      return code.split("\n").map((line) => `\x1b[1m${line}\x1b[22m`);
    };
    const stream = new Markdown({
      ...base,
      highlight,
      lexer: (source, links) => {
        read += source.length;
        return lexer(source, links);
      },
    });
    stream.append("```ts\n");
    for (let index = 0; index < 2_000; index++) {
      stream.append(`line ${index}\n`);
      stream.render(80);
    }
    expect(read).toBeLessThan(50);
    expect(Math.max(...seen)).toBeLessThanOrEqual(51);
    const lines = stream.render(80);
    expect(lines.length).toBe(2_001);
    expect(lines.at(-1)).toBe("  \x1b[1mline 1999\x1b[22m");
  });

  test("an unfinished line of code is shown at once, the beginning of a closing fence is not", () => {
    const stream = new Markdown(base);
    stream.append("```\nabc");
    expect(stream.render(20)).toEqual(["```", "  abc"]);
    stream.append("\n``");
    expect(stream.render(20)).toEqual(["```", "  abc"]);
    stream.append("`\n");
    expect(stream.render(20)).toEqual(["```", "  abc", "```"]);
  });
});
