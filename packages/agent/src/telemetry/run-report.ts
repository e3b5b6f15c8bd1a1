// What a finished run amounted to, in numbers that do not grow with its length.
import type { StopReason } from "@oh-my-pi/pi-ai/message";
import type { ToolStatus } from "../tool/outcome.ts";

export interface UsageTotals {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  /** US dollars. */
  readonly cost: number;
}

export interface ToolTotals {
  readonly calls: number;
  readonly totalMs: number;
  readonly byStatus: Readonly<Partial<Record<ToolStatus, number>>>;
}

export interface AgentRunSummary {
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Model requests. */
  readonly steps: number;
  readonly stopReason: StopReason | undefined;
  readonly usage: UsageTotals;
  readonly chatsByStopReason: Readonly<Partial<Record<StopReason, number>>>;
  readonly toolCalls: number;
  readonly tools: Readonly<Record<string, ToolTotals>>;
}

/** Names, sorted and each once. */
export interface AgentRunCoverage {
  readonly toolsAvailable: readonly string[];
  readonly toolsInvoked: readonly string[];
  readonly toolsUnused: readonly string[];
  readonly modelsUsed: readonly string[];
  readonly providersUsed: readonly string[];
}

export interface RunReport {
  readonly summary: AgentRunSummary;
  readonly coverage: AgentRunCoverage;
}
