// Prices follow the counts, and what only the total tells is paid for too.
import { expect, test } from "bun:test";
import { aModel } from "../testing/requests.ts";
import { countUsage, emptyUsage, priceUsage, type TokenCounts } from "./usage.ts";

const model = aModel({
  api: "demo",
  cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 },
});

function costOf(counts: TokenCounts, priced = model, atMs = 0): number[] {
  const usage = emptyUsage();
  countUsage(usage, counts);
  priceUsage(usage, priced, atMs);
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

const timeBased = {
  offPeakMultiplier: 0.5,
  peakWindows: [
    { weekdays: [1, 2, 3, 4, 5], startMinute: 60, endMinute: 240 },
    { weekdays: [1, 2, 3, 4, 5], startMinute: 360, endMinute: 600 },
  ],
  effectiveRates: [
    { effectiveFrom: Date.UTC(2026, 8, 14), input: 4, output: 40, cacheRead: 4, cacheWrite: 4 },
    { effectiveFrom: Date.UTC(2026, 9, 1), input: 8, output: 80, cacheRead: 8, cacheWrite: 8 },
  ],
};

// The 7th of September 2026 is a Monday.
test.each([
  ["before the hours", "2026-09-07T00:59:59Z", 0.5],
  ["as they begin", "2026-09-07T01:00:00Z", 1],
  ["as they end", "2026-09-07T04:00:00Z", 0.5],
  ["within the second ones", "2026-09-07T09:59:59Z", 1],
  ["on a Sunday", "2026-09-06T02:00:00Z", 0.5],
  ["on a Saturday", "2026-09-05T02:00:00Z", 0.5],
  ["once other prices hold", "2026-09-14T02:00:00Z", 4],
  ["once yet others hold, outside the hours", "2026-10-05T12:00:00Z", 4],
])("the time of the request decides: %s", (_when, time, input) => {
  const priced = { ...model, cost: { ...model.cost, timeBased } };
  expect(costOf({ input: M }, priced, Date.parse(time))[0]).toBeCloseTo(input);
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
