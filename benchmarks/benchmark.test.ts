// Verdicts follow from medians, and a bar that is missed is said so.
import { expect, test } from "bun:test";
import { type Benchmark, isRegression, judge, spread } from "./benchmark.ts";

const benchmark: Benchmark = {
  name: "x",
  about: "",
  unit: "ms",
  rounds: 1,
  bar: 2,
  setUp: () => Promise.reject(new Error("not measured here")),
};

test("spread takes the median of odd and even counts", () => {
  expect(spread([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spread([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
});

test("a ratio at the bar holds, above it does not", () => {
  expect(judge(benchmark, [20, 20, 99], [10, 10, 1])).toMatchObject({ ratio: 2, holds: true });
  expect(judge(benchmark, [21], [10])).toMatchObject({ holds: false });
});

test("a regression is more than a quarter above the record", () => {
  expect(isRegression(1.2, 1)).toBe(false);
  expect(isRegression(1.3, 1)).toBe(true);
  expect(isRegression(9, undefined)).toBe(false);
});
