/** Defends: what was written of a part never comes again and what was not always comes, at any width, while it grows. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { wrapText } from "../text/wrap.ts";
import { inkOf } from "./ink.ts";
import { WrittenText } from "./written-text.ts";

const inkAll = (lines: readonly string[]) => lines.map(inkOf).join("");

describe("written text", () => {
  test("written and unwritten lines together are the text, whatever is written when and at which width", () => {
    const step = fc.record({
      add: fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,8}$/),
      separator: fc.constantFrom(" ", "\n", ""),
      width: fc.constantFrom(8, 8, 13, 30),
      take: fc.nat({ max: 5 }),
      isPushed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const written = new WrittenText();
        let text = "";
        let ink = "";
        for (const { add, separator, width, take, isPushed } of steps) {
          text += add + separator;
          const rest = written.rest(wrapText(text, width), width);
          expect(ink + inkAll(rest)).toBe(inkAll([text]));
          const count = Math.min(take, rest.length);
          ink += inkAll(rest.slice(0, count));
          if (isPushed) written.add(rest.slice(0, count));
          else written.addLines(rest, count, width);
        }
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  test("a text that no longer starts with what was written comes whole when it settles", () => {
    const written = new WrittenText();
    written.add(["running", "step one"]);
    expect(written.finalRest(["running", "step one", "done"], 20)).toEqual(["done"]);
    expect(written.finalRest(["finished in 3 s"], 20)).toEqual(["finished in 3 s"]);
    expect(written.finalRest(["running"], 20)).toEqual(["running"]);
  });
});
