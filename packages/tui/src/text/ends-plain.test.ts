/** Defends: a line that is said to end plain really leaves no style behind, and common lines are recognised. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { endsPlain } from "./ends-plain.ts";
import { escapeEnd } from "./escape-sequence.ts";
import { StyleState } from "./style-state.ts";

const CODES = [
  "0",
  "",
  "1",
  "2",
  "22",
  "3",
  "23",
  "4",
  "24",
  "4:3",
  "7",
  "27",
  "9",
  "29",
  "31",
  "95",
  "39",
];
const MORE = [
  "44",
  "103",
  "49",
  "38;5;7",
  "48;5;200",
  "38;2;1;2;3",
  "48;2;1;2;3",
  "38;2;1;2;3;1",
  "1;31",
  "53",
];
const LINKS = [
  "\x1b]8;;https://x.y\x1b\\",
  "\x1b]8;;\x1b\\",
  "\x1b]8;;\x07",
  "\x1b]8;id=1;u\x1b\\",
];
const piece = fc.constantFrom(
  "text",
  ...[...CODES, ...MORE].map((code) => `\x1b[${code}m`),
  ...LINKS,
  "\x1b[2J",
  "\x1b",
);

function styleAfter(line: string): StyleState {
  const style = new StyleState();
  for (let at = line.indexOf("\x1b"); at !== -1;) {
    const end = escapeEnd(line, at);
    style.apply(line.slice(at, end));
    at = line.indexOf("\x1b", end);
  }
  return style;
}

describe("endsPlain", () => {
  test("is never said of a line that leaves a style", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const line = pieces.join("");
        if (endsPlain(line)) expect(styleAfter(line).isPlain).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  const KNOWN: readonly [line: string, isPlain: boolean][] = [
    ["text", true],
    ["\x1b[1mbold \x1b[38;2;1;2;3mred\x1b[39m\x1b[22m", true],
    ["\x1b]8;;https://x.y\x1b\\\x1b[4ma\x1b[24m\x1b]8;;\x1b\\", true],
    ["\x1b[48;5;7m x \x1b[49m", true],
    ["\x1b[31mred", false],
    ["\x1b]8;;https://x.y\x1b\\a", false],
  ];
  for (const [line, isPlain] of KNOWN) {
    test(JSON.stringify(line), () => expect(endsPlain(line)).toBe(isPlain));
  }
});
