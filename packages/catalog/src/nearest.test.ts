// Suggestions: close names only, closest first.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearestNames } from "./nearest.ts";

test.each([
  ["", "", 0],
  ["abc", "abc", 0],
  ["abc", "acb", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
])("%p and %p are %d edits apart", (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test("distance is symmetric and bounded by the longer text", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance === 0).toBe(a === b);
    }),
  );
});

test("only close names are suggested", () => {
  expect(nearestNames("baseURL", ["baseUrl", "api", "base"])).toEqual(["baseUrl"]);
  expect(nearestNames("zzz", ["baseUrl", "api"])).toEqual([]);
});
