// Ages in words, at the borders of each unit.
import { expect, test } from "bun:test";
import { sinceWords } from "./since-words.ts";

test.each([
  [0, "just now"],
  [59_999, "just now"],
  [60_000, "a minute ago"],
  [3_599_999, "59 minutes ago"],
  [3_600_000, "an hour ago"],
  [86_400_000 * 2, "2 days ago"],
  [86_400_000 * 15, "2 weeks ago"],
])("%d ms: %s", (ageMs, words) => expect(sinceWords(ageMs)).toBe(words));
