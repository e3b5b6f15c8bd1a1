// Counts and prices of a response. Pure arithmetic over what the wire reported.
import type { Model } from "@oh-my-pi/pi-catalog/model";
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
 * Fills in `cost` from the model's prices per million tokens. What a reported total counts beyond the
 * parts was generated too: some vendors leave reasoning out of `output` but not off the bill.
 */
export function priceUsage(usage: Usage, model: Model): void {
  const { cost } = usage;
  const sent = usage.input + usage.cacheRead + usage.cacheWrite;
  const { longContext } = model.cost;
  const prices =
    longContext !== undefined && sent > longContext.inputThreshold ? longContext : model.cost;
  cost.input = (usage.input * prices.input) / 1e6;
  cost.output = (Math.max(usage.output, usage.totalTokens - sent) * prices.output) / 1e6;
  cost.cacheRead = (usage.cacheRead * prices.cacheRead) / 1e6;
  cost.cacheWrite = (usage.cacheWrite * prices.cacheWrite) / 1e6;
  cost.total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite;
}
