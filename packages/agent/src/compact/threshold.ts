// When a context is full enough to be compacted. Pure arithmetic over a window and wishes.

/** What decides about compaction; a threshold of zero or less is not set. */
export interface CompactionLimits {
  readonly enabled: boolean;
  readonly strategy: "context-full" | "handoff" | "off";
  readonly thresholdPercent: number;
  readonly thresholdTokens: number;
  /** Kept free for the answer. */
  readonly reserveTokens: number;
  /** Kept of the newest messages. */
  readonly keepRecentTokens: number;
}

export const DEFAULT_COMPACTION: CompactionLimits = {
  enabled: true,
  strategy: "context-full",
  thresholdPercent: -1,
  thresholdTokens: -1,
  reserveTokens: 16_384,
  keepRecentTokens: 20_000,
};

const RESERVE_SHARE = 0.15;
/** However small a window is, half of it may be used. */
const LEAST_USABLE_SHARE = 0.5;
const MAX_PERCENT = 99;

/** Tokens of a window that stay free. */
export function reservedTokens(contextWindow: number, limits: CompactionLimits): number {
  return Math.max(Math.floor(contextWindow * RESERVE_SHARE), limits.reserveTokens);
}

/** The context size above which to compact; an explicit number of tokens wins over a percentage. */
export function compactionThreshold(contextWindow: number, limits: CompactionLimits): number {
  const { thresholdTokens, thresholdPercent } = limits;
  if (thresholdTokens > 0) return Math.min(thresholdTokens, contextWindow - 1);
  if (thresholdPercent > 0) {
    return Math.floor((contextWindow * Math.min(thresholdPercent, MAX_PERCENT)) / 100);
  }
  const usable = contextWindow - reservedTokens(contextWindow, limits);
  return Math.max(usable, Math.floor(contextWindow * LEAST_USABLE_SHARE));
}

/** Whether a context of this size is over the threshold, where compaction is wanted at all. */
export function shouldCompact(
  tokens: number,
  contextWindow: number,
  limits: CompactionLimits,
): boolean {
  if (!limits.enabled || limits.strategy === "off" || contextWindow <= 0) return false;
  return tokens > compactionThreshold(contextWindow, limits);
}
