// Contract: only the spliced lines change; their endings follow the file; what bytes cannot express is refused.

import { describe, expect, test } from "bun:test";
import { spliceDocument, type Splice } from "./splice-document.ts";
import { TextDocument, type DocumentFormat } from "./text-document.ts";

function splice(text: string, edit: Partial<Splice>, format?: DocumentFormat) {
  const whole: Splice = { start: 0, deleteCount: 0, insert: [], endings: "replaced", ...edit };
  return spliceDocument(TextDocument.fromText(text, format), [whole]);
}

function textAfter(text: string, edit: Partial<Splice>): string {
  const outcome = splice(text, edit);
  return outcome.ok ? outcome.document.text : `refused: ${outcome.reason}`;
}

describe("endings", () => {
  test.each([
    [
      "a replaced line keeps its own",
      "a\r\nb\nc\r\n",
      { start: 1, deleteCount: 1, insert: ["B"] },
      "a\r\nB\nc\r\n",
    ],
    [
      "or takes the dominant one",
      "a\r\nb\nc\r\n",
      { start: 1, deleteCount: 1, insert: ["B"], endings: "dominant" },
      "a\r\nB\r\nc\r\n",
    ],
    [
      "an inserted line takes the dominant one",
      "a\r\nb\nc\r\n",
      { start: 2, insert: ["x"] },
      "a\r\nb\nx\r\nc\r\n",
    ],
    ["the earlier ending wins a tie", "a\rb\nc", { start: 1, insert: ["x"] }, "a\rx\rb\nc"],
    [
      "more lines than before",
      "a\rb\nc\n",
      { start: 0, deleteCount: 2, insert: ["1", "2", "3"] },
      "1\r2\n3\nc\n",
    ],
    [
      "fewer lines than before",
      "a\rb\nc\r\n",
      { start: 0, deleteCount: 3, insert: ["1", "2"] },
      "1\r2\r\n",
    ],
    [
      "a missing final break stays missing",
      "a\nb",
      { start: 1, deleteCount: 1, insert: ["x", "y"] },
      "a\nx\ny",
    ],
    ["also behind the last line", "a\r\nb", { start: 2, insert: ["c"] }, "a\r\nb\r\nc"],
    ["also when the last line goes", "a\r\nb", { start: 1, deleteCount: 1 }, "a"],
    ["a file without a break gets line feeds", "a", { start: 1, insert: ["b"] }, "a\nb"],
    ["everything deleted", "a\nb\n", { start: 0, deleteCount: 3 }, ""],
    [
      "unchanged lines of a replacement keep theirs",
      "a\rb\nc\r\n",
      { start: 0, deleteCount: 3, insert: ["a", "X", "b", "c"] },
      "a\rX\rb\nc\r\n",
    ],
    [
      "a carriage return inside new text is a line break",
      "a\nb\n",
      { start: 1, insert: ["x\ry"] },
      "a\nx\ry\nb\n",
    ],
    [
      "new text that ends in one meets its line feed",
      "a\nb\n",
      { start: 1, insert: ["x\r"] },
      "a\nx\r\nb\n",
    ],
  ] as const)("%s", (_, text, edit, expected) => {
    expect(textAfter(text, edit)).toBe(expected);
    const outcome = splice(text, edit);
    if (outcome.ok) expect(outcome.document.lines).toEqual(TextDocument.fromText(expected).lines);
  });

  test("CR and LF that would become one break are refused", () => {
    expect(textAfter("a\rb\n\nc\n", { start: 1, deleteCount: 1 })).toBe("refused: line-endings");
    expect(textAfter("a\rb\nc\n", { start: 1, insert: [""] })).toBe("refused: line-endings");
  });
});

describe("encoding", () => {
  const latin1: DocumentFormat = { encoding: "latin1", hasBom: false };
  const opaque: DocumentFormat = { encoding: "opaque", hasBom: false };
  test.each([
    ["latin1", latin1, "\u00e9", true],
    ["latin1", latin1, "\u20ac", false],
    ["opaque", opaque, "e", true],
    ["opaque", opaque, "\u00e9", false],
    ["utf-8", undefined, "😀", true],
    ["utf-8", undefined, "\ud83d", false],
    ["utf-16le", { encoding: "utf-16le", hasBom: true } as const, "\ud83d", true],
  ])("%s holds or refuses", (_, format, text, isHeld) => {
    const outcome = splice("a\n", { insert: [text] }, format);
    expect(outcome.ok ? "held" : outcome.reason).toBe(isHeld ? "held" : "unencodable");
  });
});

test("changes are the lines that differ, and none when nothing does", () => {
  const outcome = splice("a\nb\nc\n", { start: 0, deleteCount: 3, insert: ["a", "X", "c"] });
  const before = [{ text: "b", ending: "\n" }] as const;
  const after = [{ text: "X", ending: "\n" }] as const;
  expect(outcome.ok && outcome.changes).toEqual([
    { oldStart: 2, oldLines: before, newStart: 2, newLines: after },
  ]);
  const same = splice("a\nb\n", { start: 0, deleteCount: 2, insert: ["a", "b"] });
  expect(same.ok && same.changes).toEqual([]);
});

test("lines outside the splices are the same objects", () => {
  const document = TextDocument.fromText("a\nb\nc\nd\n");
  const outcome = spliceDocument(document, [
    { start: 1, deleteCount: 1, insert: ["B", "B2"], endings: "replaced" },
  ]);
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.document.lines[0]).toBe(document.lines[0]);
  expect(
    outcome.document.lines.slice(3).every((line, index) => line === document.lines[index + 2]),
  ).toBe(true);
});
