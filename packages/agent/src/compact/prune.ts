// Empties old tool results that nobody needs in full any more. Messages that stay are the same objects.
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { AgentMessage } from "../loop/message.ts";
import { estimateMessage, estimateText } from "./estimate-tokens.ts";

export interface PrunePolicy {
  /** Newest tool output that is never touched. */
  readonly protectTokens: number;
  /** Below this it is not worth breaking the request prefix. */
  readonly minSavingsTokens: number;
  readonly isProtected: (toolName: string) => boolean;
}

const PROTECTED_TOOLS: readonly string[] = ["skill", "read"];

export const DEFAULT_PRUNING: PrunePolicy = {
  protectTokens: 40_000,
  minSavingsTokens: 20_000,
  isProtected: (toolName) => PROTECTED_TOOLS.includes(toolName),
};

export interface Pruned {
  /** Replacements by index; empty when pruning was not worth it. */
  readonly replaced: ReadonlyMap<number, ToolResultMessage>;
  readonly savedTokens: number;
}

/** What pruning would do. */
export function pruneToolOutputs(
  messages: readonly AgentMessage[],
  policy: PrunePolicy = DEFAULT_PRUNING,
): Pruned {
  const replaced = new Map<number, ToolResultMessage>();
  let seenTokens = 0;
  let savedTokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    if (message.role !== "toolResult") continue;
    const tokens = estimateMessage(message);
    seenTokens += tokens;
    if (seenTokens <= policy.protectTokens || policy.isProtected(message.toolName)) continue;
    const text = `[Output truncated - ${tokens} tokens]`;
    const saved = tokens - estimateText(text);
    if (saved <= 0) continue;
    replaced.set(index, { ...message, content: [{ type: "text", text }] });
    savedTokens += saved;
  }
  if (savedTokens < policy.minSavingsTokens) return { replaced: new Map(), savedTokens: 0 };
  return { replaced, savedTokens };
}

/** The messages with the replacements in place. */
export function applyPruning(
  messages: readonly AgentMessage[],
  { replaced }: Pruned,
): readonly AgentMessage[] {
  if (replaced.size === 0) return messages;
  return messages.map((message, index) => replaced.get(index) ?? message);
}
