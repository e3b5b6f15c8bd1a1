// Growing keeps the text, and keeps the engine from holding every piece of it.
import { expect, test } from "bun:test";
import { heapStats } from "bun:jsc";
import { GrowingText } from "./growing-text.ts";

const PIECES = 100_000;

test("the text is all pieces in order, and few strings are left of them", () => {
  const countStrings = (): number => {
    Bun.gc(true);
    return heapStats().objectTypeCounts["string"] ?? 0;
  };
  const before = countStrings();
  const growing = new GrowingText();
  const expected: string[] = [];
  let text = "";
  for (let count = 0; count < PIECES; count++) {
    const piece = JSON.parse(`"${count} "`) as string;
    text = growing.add(text, piece);
    if (count % 1000 === 0) expected.push(piece);
  }
  expect(countStrings() - before).toBeLessThan(PIECES / 2);
  for (const piece of expected) expect(text).toContain(piece);
  expect(text.length).toBe(588_890);
});

test("an empty text stays empty", () => {
  const growing = new GrowingText();
  let text = "";
  for (let count = 0; count < 5000; count++) text = growing.add(text, "");
  expect(text).toBe("");
});
