// Every wire protocol that the fake server speaks, and which of them a path belongs to.
import { anthropicMessages } from "./anthropic-messages.ts";
import { bedrockConverseStream } from "./bedrock-converse-stream.ts";
import type { Encoder, PathClaim } from "./encoder.ts";
import { googleCloudCodeAssist, googleGenerateContent } from "./google.ts";
import { ollamaChat } from "./ollama-chat.ts";
import { openaiCompletions } from "./openai-completions.ts";
import { openaiResponses } from "./openai-responses.ts";

const encoders: readonly Encoder[] = [
  anthropicMessages,
  openaiCompletions,
  openaiResponses,
  googleGenerateContent,
  googleCloudCodeAssist,
  bedrockConverseStream,
  ollamaChat,
];

/** The protocol that claims a path, if one does. */
export function protocolOf(path: string): (PathClaim & { encoder: Encoder }) | undefined {
  for (const encoder of encoders) {
    const claim = encoder.claim(path);
    if (claim !== undefined) return { ...claim, encoder };
  }
  return undefined;
}
