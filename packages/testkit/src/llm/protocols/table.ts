// Every wire protocol that the fake server speaks, and which of them a path belongs to.
import { anthropicMessages } from "./anthropic-messages.ts";
import type { Encoder, PathClaim } from "./encoder.ts";
import { openaiCompletions } from "./openai-completions.ts";

const encoders: readonly Encoder[] = [anthropicMessages, openaiCompletions];

/** The protocol that claims a path, if one does. */
export function protocolOf(path: string): (PathClaim & { encoder: Encoder }) | undefined {
  for (const encoder of encoders) {
    const claim = encoder.claim(path);
    if (claim !== undefined) return { ...claim, encoder };
  }
  return undefined;
}
