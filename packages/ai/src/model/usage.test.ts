// Prices follow the counts, and what only the total tells is paid for too.
import { expect, test } from "bun:test";
import { aModel } from "../testing/requests.ts";
import { countUsage, emptyUsage, priceUsage, type TokenCounts } from "./usage.ts";

const model = aModel({
  api: "demo",
  cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 },
});

function costOf(counts: TokenCounts, priced = model): number[] {
  const usage = emptyUsage();
  countUsage(usage, counts);
  priceUsage(usage, priced);
  const { input, output, cacheRead, cacheWrite, total } = usage.cost;
  expect(total).toBeCloseTo(input + output + cacheRead + cacheWrite);
  return [input, output, cacheRead, cacheWrite];
}

const M = 1_000_000;

test("each kind of token has its price", () => {
  expect(costOf({ input: M, output: M, cacheRead: M, cacheWrite: M })).toEqual([1, 10, 0.1, 2]);
});

test("a request longer than the threshold is paid at the prices of long ones, cached input counted", () => {
  const longContext = { inputThreshold: M, input: 2, output: 15, cacheRead: 0.2, cacheWrite: 4 };
  const tiered = { ...model, cost: { ...model.cost, longContext } };
  expect(costOf({ input: M, output: M }, tiered)).toEqual([1, 10, 0, 0]);
  expect(costOf({ input: M, output: M, cacheRead: M }, tiered)).toEqual([2, 15, 0.2, 0]);
});

test("reasoning that only the total counts is paid as output", () => {
  expect(costOf({ input: M, output: M, reasoningTokens: M, totalTokens: 3 * M })[1]).toBe(20);
  expect(costOf({ input: M, output: 2 * M, reasoningTokens: M, totalTokens: 3 * M })[1]).toBe(20);
});

test("a total below its parts changes nothing", () => {
  expect(costOf({ input: M, output: M, totalTokens: 5 })[1]).toBe(10);
});

test("counts that are none are left alone", () => {
  const usage = emptyUsage();
  countUsage(usage, { input: 5 });
  countUsage(usage, { input: Number.NaN, output: -1 });
  expect(usage).toMatchObject({ input: 5, output: 0 });
});
