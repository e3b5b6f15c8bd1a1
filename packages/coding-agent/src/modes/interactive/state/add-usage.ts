// What a session has used, added up answer by answer. Pure.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { shortCount } from "../short-count.ts";
import type { UsageState } from "./ui-state.ts";

export function addUsage(sum: UsageState, { usage, duration }: AssistantMessage): UsageState {
  const seconds = (duration ?? 0) / 1000;
  return {
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    cacheRead: sum.cacheRead + usage.cacheRead,
    cacheWrite: sum.cacheWrite + usage.cacheWrite,
    cost: sum.cost + usage.cost.total,
    rate: seconds > 0 ? usage.output / seconds : sum.rate,
    contextTokens: usage.totalTokens || sum.contextTokens,
  };
}

/** What one answer used, in one line. */
export function usageText({ input, output, cacheRead, cacheWrite, cost }: Usage): string {
  const counts = [
    `↑${shortCount(input)}`,
    `↓${shortCount(output)}`,
    ...(cacheRead > 0 ? [`R${shortCount(cacheRead)}`] : []),
    ...(cacheWrite > 0 ? [`W${shortCount(cacheWrite)}`] : []),
    ...(cost.total > 0 ? [`$${cost.total.toFixed(4)}`] : []),
  ];
  return counts.join(" ");
}

type Usage = AssistantMessage["usage"];
