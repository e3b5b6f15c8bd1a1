// The virtual terminal shows what a terminal would show.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createVirtualTerminal } from "./virtual-terminal.ts";

test("text, cursor and bytes", async () => {
  using terminal = createVirtualTerminal({ columns: 20, rows: 4 });
  await terminal.write("hello\r\nwörld\x1b[4;20H!");
  expect(terminal.screenText()).toBe("hello\nwörld\n\n                   !");
  expect(terminal.bytesWritten).toBe("hello\r\nwörld\x1b[4;20H!".length + 1);
  await terminal.write(Uint8Array.of(0x1b, 0x5b, 0x32, 0x3b, 0x33, 0x48));
  expect(terminal.cursor).toEqual({ row: 1, column: 2, isVisible: true });
  await terminal.write("\x1b[?25l");
  expect(terminal.cursor.isVisible).toBe(false);
  await terminal.write("\x1b[?25h");
  expect(terminal.cursor.isVisible).toBe(true);
});

test("a character whose bytes come in two writes", async () => {
  using terminal = createVirtualTerminal();
  const [first = 0, ...rest] = new TextEncoder().encode("€");
  await terminal.write(Uint8Array.of(first));
  await terminal.write(Uint8Array.from(rest));
  expect(terminal.screenText()).toBe("€");
});

test("cells have colours and styles", async () => {
  using terminal = createVirtualTerminal();
  await terminal.write("a\x1b[1;3;31;48;5;200mb\x1b[0;38;2;1;2;255;9mc\x1b[0m d");
  expect(terminal.cell(0, 0)).toEqual({
    text: "a",
    width: 1,
    foreground: "default",
    background: "default",
    styles: [],
  });
  expect(terminal.cell(0, 1)).toMatchObject({
    foreground: 1,
    background: 200,
    styles: ["bold", "italic"],
  });
  expect(terminal.cell(0, 2)).toMatchObject({ foreground: "#0102ff", styles: ["strikethrough"] });
  expect(terminal.styledScreen()).toBe(
    "a{bold italic fg=1 bg=200}b{strikethrough fg=#0102ff}c{} d",
  );
  expect(() => terminal.cell(99, 0)).toThrow("no cell at row 99");
});

test("coloured blanks are seen, plain ones at the end are not", async () => {
  using terminal = createVirtualTerminal({ columns: 10, rows: 2 });
  await terminal.write("\x1b[44m  \x1b[0m x  ");
  expect(terminal.styledScreen()).toBe("{bg=4}  {} x");
});

test("scrollback, resize and lines that were wrapped", async () => {
  using terminal = createVirtualTerminal({ columns: 10, rows: 3 });
  await terminal.write("one\r\n0123456789abcdef\r\nthree\r\nfour");
  expect(terminal.scrollback()).toEqual(["one", "0123456789"]);
  expect(terminal.screenText()).toBe("abcdef\nthree\nfour");
  expect(terminal.logicalLines()).toEqual(["one", "0123456789abcdef", "three", "four"]);
  terminal.resize(5, 3);
  expect([terminal.columns, terminal.rows]).toEqual([5, 3]);
  expect(terminal.logicalLines()).toEqual(["one", "0123456789abcdef", "three", "four"]);
});

test("the alternate screen, title, bell, clipboard and answers", async () => {
  using terminal = createVirtualTerminal();
  await terminal.write("main\x1b[?1049hother\x1b]2;my title\x07\x07\x1b]52;c;aGk=\x07\x1b[6n");
  expect(terminal.isAlternateScreen).toBe(true);
  expect(terminal.screenText()).toContain("other");
  expect(terminal.effects).toEqual({
    title: "my title",
    bells: 1,
    clipboardWrites: ["c;aGk="],
    answers: ["\x1b[1;10R"],
  });
  await terminal.write("\x1b[?1049l");
  expect([terminal.isAlternateScreen, terminal.screenText()]).toEqual([false, "main"]);
});

const clusters = [
  "a",
  "é",
  "e\u0301",
  "漢",
  "한",
  "😀",
  "👍🏽",
  "👩‍👩‍👧",
  "🇩🇪",
  "❤️",
  "1️⃣",
  "✓",
  "ﬀ",
  "の",
];

test.each(clusters)("%s is as wide as Bun measures it", async (cluster) => {
  using terminal = createVirtualTerminal();
  await terminal.write(cluster);
  expect(terminal.cursor.column).toBe(Bun.stringWidth(cluster));
  expect(terminal.cell(0, 0).text).toBe(cluster);
});

test("so is any sequence of them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...clusters), { maxLength: 30 }), async (row) => {
      using terminal = createVirtualTerminal({ columns: 100, rows: 2 });
      await terminal.write(row.join(""));
      expect(terminal.cursor.column).toBe(Bun.stringWidth(row.join("")));
      expect(terminal.screenText()).toBe(row.join(""));
    }),
    { numRuns: 50 },
  );
});
