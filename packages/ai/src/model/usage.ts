// Counts and prices of a response. Pure arithmetic over what the wire reported.
import type { Model, ModelCost, PriceWindow, TokenPrices } from "@oh-my-pi/pi-catalog/model";
import type { Usage } from "./message.ts";

/** Token counts without the derived fields. */
export type TokenCounts = Partial<
  Pick<Usage, "input" | "output" | "cacheRead" | "cacheWrite" | "totalTokens" | "reasoningTokens">
>;

/** A usage record with nothing counted yet. */
export function emptyUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}

/** Takes over reported counts; a total the wire did not give is the sum of the parts. */
export function countUsage(usage: Usage, counts: TokenCounts): void {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isFinite(count) && count >= 0) Object.assign(usage, { [name]: count });
  }
  if (counts.totalTokens === undefined) {
    usage.totalTokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  }
}

/**
 * Fills in `cost` from the model's prices per million tokens at the moment of the request. What a reported total counts beyond the
 * parts was generated too: some vendors leave reasoning out of `output` but not off the bill.
 */
export function priceUsage(usage: Usage, model: Model, atMs: number): void {
  const { cost } = usage;
  const sent = usage.input + usage.cacheRead + usage.cacheWrite;
  const prices = pricesOf(model.cost, sent, atMs);
  const factor = offPeakFactor(model.cost, atMs);
  const pay = (tokens: number, price: number): number => (tokens * price * factor) / 1e6;
  cost.input = pay(usage.input, prices.input);
  cost.output = pay(Math.max(usage.output, usage.totalTokens - sent), prices.output);
  cost.cacheRead = pay(usage.cacheRead, prices.cacheRead);
  cost.cacheWrite = pay(usage.cacheWrite, prices.cacheWrite);
  cost.total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite;
}

function pricesOf(cost: ModelCost, sent: number, atMs: number): TokenPrices {
  const { longContext, timeBased } = cost;
  if (longContext !== undefined && sent > longContext.inputThreshold) return longContext;
  const inForce = timeBased?.effectiveRates?.findLast(({ effectiveFrom }) => effectiveFrom <= atMs);
  return inForce ?? cost;
}

function offPeakFactor({ timeBased }: ModelCost, atMs: number): number {
  if (timeBased === undefined) return 1;
  const time = new Date(atMs);
  return timeBased.peakWindows.some((window) => isWithin(window, time))
    ? 1
    : timeBased.offPeakMultiplier;
}

function isWithin({ weekdays, startMinute, endMinute }: PriceWindow, time: Date): boolean {
  const minute = time.getUTCHours() * 60 + time.getUTCMinutes();
  return weekdays.includes(time.getUTCDay()) && minute >= startMinute && minute < endMinute;
}
