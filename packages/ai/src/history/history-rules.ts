// What a wire format wants of a conversation beyond what all of them want. Types and defaults only.
import type { ThinkingContent } from "../model/message.ts";

export interface HistoryRules {
  /** Whether thinking of this very model can be sent back; by default when it is signed. */
  readonly keepsThinking?: (block: ThinkingContent) => boolean;
  /** Gives thinking that cannot be sent back as text; by default it is left out. */
  readonly thinkingAsText?: (thinking: string) => string;
  /**
   * A call id in the format's own alphabet. Must be pure; a higher `attempt` gives another id for the
   * same input, for when two calls would get one.
   */
  readonly toolId?: (id: string, attempt: number) => string;
}

export const DEFAULT_RULES: Required<Pick<HistoryRules, "keepsThinking" | "toolId">> = {
  keepsThinking: (block) => block.thinkingSignature !== undefined && block.thinkingSignature !== "",
  toolId: (id, attempt) => (attempt === 0 ? id : `${id}_${attempt}`),
};
