// Contract: every path can be addressed and every line inserted; a malformed input is named, never guessed at.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lineText } from "../testing/arbitrary-text.ts";
import { formatHashlineHeader, parseHashlineHeader } from "./hashline-header.ts";
import { escapePayloadLine, unescapePayloadLine } from "./hashline-op.ts";
import { ABORT_WARNING, parseHashline } from "./parse-hashline.ts";
import { PATIENT, runs } from "../testing/property.ts";

function messageOf(input: string): string {
  const parsed = parseHashline(input);
  return parsed.ok ? "accepted" : parsed.message;
}

describe("header", () => {
  test(
    "any path and hash come back",
    () => {
      const nasty = fc.constantFrom(
        "a b.ts",
        " a",
        "a ",
        "¶",
        '"',
        "#",
        "a#1a2b",
        "\n",
        "\\",
        "é/日本.md",
        "C#/x.cs",
        "\ud800",
      );
      const path = fc
        .array(fc.oneof(nasty, fc.string()), { minLength: 1 })
        .map((parts) => parts.join(""));
      const hash = fc.option(fc.stringMatching(/^[0-9a-f]{4}$/u), { nil: undefined });
      fc.assert(
        fc.property(path, hash, (name, fileHash) => {
          fc.pre(name !== "");
          const header = formatHashlineHeader(name, fileHash);
          expect(header).not.toContain("\n");
          expect(parseHashlineHeader(header)).toEqual(
            fileHash === undefined ? { path: name } : { path: name, fileHash },
          );
        }),
        runs(1000),
      );
    },
    PATIENT,
  );

  test.each([
    ["¶a b.ts#1A2B", { path: "a b.ts", fileHash: "1a2b" }],
    ["¶¶¶ src/a.ts#0000  ", { path: "src/a.ts", fileHash: "0000" }],
    ['¶"a#b"', { path: "a#b" }],
    ["¶issue #12.md#beef", { path: "issue #12.md", fileHash: "beef" }],
  ])("%s", (line, expected) => {
    expect(parseHashlineHeader(line)).toEqual(expected);
  });

  test.each(["¶", "¶   ", "¶#1a2b", "¶a#12345", "¶a#", '¶"a', '¶"a"b', '¶"\\q"', '¶""'])(
    "%s is refused",
    (line) => {
      expect(messageOf(`${line}\nBOF↑x`)).toBe(
        `Input header must be ¶PATH or ¶PATH#HASH with a 4-hex file hash; got ${JSON.stringify(line)}.`,
      );
    },
  );
});

describe("payload", () => {
  test(
    "any line comes back, whatever it looks like",
    () => {
      fc.assert(
        fc.property(lineText, fc.nat(3), (text, backslashes) => {
          const line = "\\".repeat(backslashes) + text;
          const written = escapePayloadLine(line);
          expect(unescapePayloadLine(written)).toBe(line);
          const parsed = parseHashline(`¶f#1a2b\n2:first\n${written}\n`);
          if (!parsed.ok) throw new Error(parsed.message);
          expect(parsed.sections).toHaveLength(1);
          expect(parsed.sections[0]?.ops).toEqual([
            { kind: "replace", start: 2, end: 2, payload: ["first", line], inputLine: 1 },
          ]);
        }),
        runs(1000),
      );
    },
    PATIENT,
  );

  test.each([
    ["\\3:x", "3:x"],
    ["\\\\3:x", "\\3:x"],
    ["\\n is no escape", "\\n is no escape"],
    ["\\¶h", "¶h"],
    ["\\*** End Patch", "*** End Patch"],
    ["\\*** Add File: x", "\\*** Add File: x"],
    ["\\", "\\"],
  ])("%s is read as %s, inline and below", (written, text) => {
    const parsed = parseHashline(`¶f#1a2b\n4↓${written}\n${written}`);
    expect(parsed.ok && parsed.sections[0]?.ops[0]).toMatchObject({ payload: [text, text] });
  });
});

describe("errors", () => {
  test.each([
    [
      "",
      'input must begin with "¶PATH#HASH" on the first non-blank line for anchored edits; got: "".',
    ],
    [
      "\n\n2:x",
      'input must begin with "¶PATH#HASH" on the first non-blank line for anchored edits; got: "2:x".',
    ],
    ["¶f#1a2b\n4-2:x", "line 1: range 4-2 ends before it starts."],
    ["¶f#1a2b\n\n2-4↓x", "line 2: ↓ takes one line, not the range 2-4."],
    ["¶f#1a2b\n0:x", 'line 1: payload line has no preceding ↑, ↓, :, or ! operation. Got "0:x".'],
    [
      "¶f#1a2b\n↑x",
      'line 1: unrecognized op. Use LINE↑ (insert before), LINE↓ (insert after), LINE: / A-B: (replace), or LINE! / A-B! (delete). Got "↑x".',
    ],
    [
      "¶f#1a2b\n2-4!\n3↓x",
      "line 2: the insertion at line 3 lies inside the range of the :/! op on line 1; put its text into that op's payload.",
    ],
    [
      "¶f#1a2b\n2:x\n*** Begin Patch",
      'line 2: "*** Begin Patch" cannot follow an operation; write "\\*** Begin Patch" to insert it as text.',
    ],
  ])("%j", (input, message) => {
    expect(messageOf(input)).toBe(message);
  });
});

describe("envelope", () => {
  test("a default path serves an input without header", () => {
    const parsed = parseHashline("\nEOF↓x", { defaultPath: "d.txt" });
    expect(parsed.ok && parsed.sections).toMatchObject([{ path: "d.txt", body: "EOF↓x" }]);
  });

  test("several envelopes are one input", () => {
    const parsed = parseHashline(
      "*** Begin Patch\n¶a#1a2b\n1!\n*** End Patch\n\n*** Begin Patch\n¶b#1a2b\n1!\n*** End Patch\n",
    );
    expect(parsed.ok && parsed.sections.map(({ path }) => path)).toEqual(["a", "b"]);
    expect(parsed.ok && parsed.warnings).toEqual([]);
  });

  test("a mark before the first header is ignored", () => {
    expect(messageOf("\ufeff\r\n¶a#1a2b\r\n1!\r\n")).toBe("accepted");
  });

  test.each([
    ["before any header", "*** Abort", []],
    ["after a header", "¶a#1a2b\n*** Abort", []],
    ["between sections", "¶a#1a2b\n1!\n*** Abort\n¶b#1a2b\n1!", ["a"]],
    ["in the envelope", "*** Begin Patch\n¶a#1a2b\n1:x\n*** Abort \n*** End Patch", ["a"]],
  ])("%s an abort ends the input", (_, input, paths) => {
    const parsed = parseHashline(input);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.sections.map(({ path }) => path)).toEqual(paths);
    expect(parsed.warnings).toEqual([ABORT_WARNING]);
  });
});
