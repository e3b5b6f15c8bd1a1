// Contract: what is taken is what was added, in order, however both are cut.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { TextQueue } from "./text-queue.ts";

test("any pieces, taken in any sizes, are the same text", () => {
  const step = fc.oneof(fc.string(), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const queue = new TextQueue();
      let added = "";
      let taken = "";
      for (const one of steps) {
        if (typeof one === "string") {
          queue.add(one);
          added += one;
        } else {
          const wanted = Math.min(one, added.length - taken.length);
          const text = queue.take(one);
          expect(text).toHaveLength(wanted);
          taken += text;
        }
        expect(queue.isEmpty).toBe(taken.length === added.length);
      }
      expect(taken + queue.take(Number.POSITIVE_INFINITY)).toBe(added);
    }),
  );
});

test("pieces that were taken are let go of, however many wait", () => {
  const queue = new TextQueue();
  const pieces = Array.from({ length: 5_000 }, (_, at) => `${at} `);
  for (const piece of pieces) queue.add(piece);
  const taken: string[] = [];
  while (!queue.isEmpty) taken.push(queue.take(7));
  expect(taken.join("")).toBe(pieces.join(""));
});
