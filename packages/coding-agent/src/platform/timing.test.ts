// The timing tree shows spans in the order they began, with what lies inside a span below it.
import { expect, test } from "bun:test";
import { timingTree } from "./timing.ts";

test("spans inside one another are branches, those after one another are not", () => {
  const spans = [
    { name: "settings", startTime: 3, duration: 2 },
    { name: "omp", startTime: 0, duration: 20 },
    { name: "session", startTime: 2, duration: 8 },
    { name: "model", startTime: 5, duration: 5 },
    { name: "run", startTime: 10, duration: 9 },
  ];
  expect(timingTree(spans).split("\n")).toEqual([
    "omp  20.0 ms  (from 0.0)",
    "  session  8.0 ms  (from 2.0)",
    "    settings  2.0 ms  (from 3.0)",
    "    model  5.0 ms  (from 5.0)",
    "  run  9.0 ms  (from 10.0)",
    "",
  ]);
});
