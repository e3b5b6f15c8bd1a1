// Contract: a raw trick is seen by its traces, an inert one leaves none.
import { expect, test } from "bun:test";
import { HOSTILE_LINE, INJECTIONS, obeyedTricks } from "./foreign-text.ts";

test("every kind of trick is in the hostile line", () => {
  expect(obeyedTricks(HOSTILE_LINE)).toEqual([
    "title",
    "clipboard",
    "colour",
    "link",
    "screen, mouse or reset",
    "question",
    "one-byte control",
    "control character",
    "order or width",
  ]);
});

test("inert tricks leave no trace", () => {
  expect(INJECTIONS.length).toBeGreaterThan(40);
  for (const { name, output } of INJECTIONS)
    expect([name, ...obeyedTricks(output)]).toEqual([name]);
});
