// Counts of a session over its current path, read entry by entry.
import { toolCallsOf } from "@oh-my-pi/pi-agent-core/agent-message";
import type { SessionLog } from "./log/session-log.ts";

export interface SessionStats {
  sessionFile?: string | undefined;
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  cost: number;
}

/** Counts everything from the root to the leaf, what was compacted included. */
export function sessionStats(log: SessionLog): SessionStats {
  const stats: SessionStats = {
    sessionFile: log.file,
    sessionId: log.header.id,
    userMessages: 0,
    assistantMessages: 0,
    toolCalls: 0,
    toolResults: 0,
    totalMessages: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    cost: 0,
  };
  for (const ref of log.path()) {
    const entry = ref.type === "message" ? log.read(ref) : undefined;
    if (entry?.type !== "message") continue;
    const { message } = entry;
    stats.totalMessages++;
    if (message.role === "user") stats.userMessages++;
    if (message.role === "toolResult") stats.toolResults++;
    if (message.role !== "assistant") continue;
    stats.assistantMessages++;
    stats.toolCalls += toolCallsOf(message).length;
    stats.cost += message.usage.cost.total;
    for (const kind of ["input", "output", "cacheRead", "cacheWrite"] as const) {
      stats.tokens[kind] += message.usage[kind];
      stats.tokens.total += message.usage[kind];
    }
  }
  return stats;
}
