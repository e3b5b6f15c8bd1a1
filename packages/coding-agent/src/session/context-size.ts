// How large the next request would be: what the provider counted last, where that still holds, and an
// estimate of the rest.
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import {
  contextTokens,
  estimateMessages,
  estimateText,
} from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";

/** Tokens of a context of which only answers from `freshFrom` on have counted what is sent now. */
export function contextSize(
  messages: readonly AgentMessage[],
  freshFrom: number,
  overheadTokens: number,
): number {
  const { tokens, measuredAt } = contextTokens(messages.slice(freshFrom));
  return measuredAt === -1 ? overheadTokens + estimateMessages(messages) : tokens;
}

/** Tokens of what stands before every conversation. */
export function overheadSize(system: readonly string[], tools: readonly Tool[]): number {
  const specs = tools.map(({ specWithIntent }) => JSON.stringify(specWithIntent));
  return estimateText([...system, ...specs].join("\n"));
}
