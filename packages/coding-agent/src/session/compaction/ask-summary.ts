// Asks a model to sum something up: at most twice, never longer than is of use, and with an empty answer
// when nothing came of it. What to make of the answer is decided elsewhere.
import {
  fitConversation,
  serializeConversation,
} from "@oh-my-pi/pi-agent-core/compact/serialize-conversation";
import {
  buildSummaryPrompt,
  type SummaryPromptInput,
} from "@oh-my-pi/pi-agent-core/compact/summary-prompt";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import type { FeaturePort } from "../feature.ts";
import { toLlmMessages } from "../llm-messages.ts";

export interface SummaryWish extends Omit<SummaryPromptInput, "conversation"> {
  readonly messages: readonly AgentMessage[];
  /** What the answer may take. */
  readonly maxTokens: number;
}

const TIMEOUT_MS = 120_000;
const CHARACTERS_PER_TOKEN = 4;
/** Of the window, what the quoted conversation may take. */
const QUOTE_SHARE = 0.6;

/** Asks, and once more when there was no answer. Empty when there is none; undefined when it was cancelled. */
export async function askSummary(
  wish: SummaryWish,
  port: FeaturePort,
  tries = 2,
): Promise<string | undefined> {
  const answer = await port.complete({
    request: toRequest(wish, port),
    timeoutMs: TIMEOUT_MS,
    maxCharacters: wish.maxTokens * CHARACTERS_PER_TOKEN,
  });
  if (port.signal.aborted) return undefined;
  if (answer.ok) return answer.text;
  return tries > 1 ? askSummary(wish, port, tries - 1) : "";
}

function toRequest({ messages, maxTokens, ...input }: SummaryWish, port: FeaturePort) {
  const { model } = port.state;
  const quote = Math.floor(model.contextWindow * QUOTE_SHARE) * CHARACTERS_PER_TOKEN;
  const conversation = fitConversation(serializeConversation(toLlmMessages(messages)), quote);
  const { systemPrompt, prompt } = buildSummaryPrompt({ ...input, conversation });
  return {
    model,
    system: [systemPrompt],
    messages: [
      {
        role: "user" as const,
        content: [{ type: "text" as const, text: prompt }],
        attribution: "agent" as const,
        timestamp: 0,
      },
    ],
    tools: [],
    options: { maxTokens: Math.min(model.maxTokens, maxTokens) },
  };
}
