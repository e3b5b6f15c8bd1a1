/** Defends: foreign text is inert (G13). Nothing that a terminal would obey survives, nothing honest is lost. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { INJECTIONS } from "@oh-my-pi/pi-testkit/foreign-text";
import { sanitizeForeign } from "./sanitize-foreign.ts";

const OBEYED =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u206f\ufeff\xad]|\p{Cs}/u;

describe("sanitizeForeign", () => {
  for (const { name, input, output } of INJECTIONS) {
    test(name, () => expect(sanitizeForeign(input)).toBe(output));
  }

  test("no text leaves a character that a terminal obeys, and a second pass changes nothing", () => {
    const nasty = fc.constantFrom(
      ..."\x1b\x9b\x9d\r\n\t\0\x7f\u202e\u200b\u200d\ufe0f\ufeff\ud83d\udc00👨🏴aक".split(""),
    );
    const text = fc
      .array(fc.oneof(nasty, fc.string({ unit: "binary" })))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (input) => {
        const once = sanitizeForeign(input);
        expect(OBEYED.test(once)).toBe(false);
        expect(sanitizeForeign(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);

  test("plain text comes back as the same string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (input) => {
        expect(sanitizeForeign(input)).toBe(input);
      }),
    );
  }, 60_000);
});
