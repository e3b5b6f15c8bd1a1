/** Defends: text in pieces ends with the lines of the whole text, settled parts stay, and long text stays cheap. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { StreamedText } from "./streamed-text.ts";
import { Text } from "./text.ts";

const options = { paddingColumns: 2 };

test("in any pieces it ends with the lines of the whole text, and what is settled never changes", () => {
  const line = fc.stringMatching(/^[a-z ]{0,300}$/);
  const source = fc
    .array(line, { minLength: 1, maxLength: 40 })
    .map((lines) => `begin ${lines.join("\n")} end`);
  fc.assert(
    fc.property(source, fc.integer({ min: 1, max: 400 }), (text, size) => {
      const streamed = new StreamedText(options);
      let settled: readonly string[] = [];
      for (let at = 0; at < text.length; at += size) {
        streamed.append(text.slice(at, at + size));
        const now = streamed.parts
          .slice(0, streamed.settledParts)
          .flatMap((part) => part.render(40));
        expect(now.slice(0, settled.length)).toEqual([...settled]);
        settled = now;
      }
      expect(streamed.render(40)).toEqual(new Text(text, options).render(40));
    }),
    { numRuns: 60 },
  );
});

test.each(["words of a thought that never ends ", "a line of a thought\n"])(
  "no part grows without end: %p",
  (piece) => {
    const streamed = new StreamedText(options);
    for (let at = 0; at < 2_000; at++) streamed.append(piece);
    const rows = streamed.parts.map((part) => part.render(80).length);
    expect(streamed.settledParts).toBeGreaterThan(5);
    expect(Math.max(...rows)).toBeLessThan(250);
    const words = streamed.render(80).join(" ").replaceAll(/\s+/g, "");
    expect(words).toBe(piece.repeat(2_000).replaceAll(/\s+/g, ""));
  },
);
