// Distances follow the usual definition, and a suggestion is only made when it is near.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearest } from "./edit-distance.ts";

describe("editDistance", () => {
  const cases: [string, string, number][] = [
    ["", "", 0],
    ["abc", "abc", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["mdoel", "model", 1],
    ["--thinkng", "--thinking", 1],
  ];
  for (const [from, to, distance] of cases) {
    test(`${from} → ${to}`, () => expect(editDistance(from, to)).toBe(distance));
  }

  test("is symmetric and zero only for equal words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

test("nearest names the likely word and stays silent otherwise", () => {
  expect(nearest("--modle", ["--model", "--models", "--mode"])).toBe("--model");
  expect(nearest("--zebra", ["--model", "--print"])).toBeUndefined();
});
