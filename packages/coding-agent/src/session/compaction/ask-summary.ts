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
import * as declared from "../settings.ts";

export interface SummaryWish extends Omit<SummaryPromptInput, "conversation"> {
  readonly messages: readonly AgentMessage[];
  /** What the answer may take. */
  readonly maxTokens: number;
}

const TIMEOUT_MS = 120_000;
const CHARACTERS_PER_TOKEN = 4;
/** Of the window, what the quoted conversation may take. */
const QUOTE_SHARE = 0.6;

/**
 * Asks the user's own summariser where there is one, else the model; and the model once more when there was no
 * answer. Empty when there is none; undefined when it was cancelled.
 */
export async function askSummary(
  wish: SummaryWish,
  port: FeaturePort,
): Promise<string | undefined> {
  const { request, body } = toRequest(wish, port);
  const ask = {
    request,
    timeoutMs: TIMEOUT_MS,
    maxCharacters: wish.maxTokens * CHARACTERS_PER_TOKEN,
  };
  const url = remoteEndpoint(port);
  const first = await port.complete(url === undefined ? ask : { ...ask, endpoint: { url, body } });
  if (port.signal.aborted) return undefined;
  if (first.ok) return first.text;
  const second = await port.complete(ask);
  if (port.signal.aborted) return undefined;
  return second.ok ? second.text : "";
}

function remoteEndpoint(port: FeaturePort): string | undefined {
  if (!port.settings(declared.compactionRemoteEnabled)) return undefined;
  return port.settings(declared.compactionRemoteEndpoint) || undefined;
}

function toRequest({ messages, maxTokens, ...input }: SummaryWish, port: FeaturePort) {
  const { model } = port.state;
  const quote = Math.floor(model.contextWindow * QUOTE_SHARE) * CHARACTERS_PER_TOKEN;
  const conversation = fitConversation(serializeConversation(toLlmMessages(messages)), quote);
  const body = buildSummaryPrompt({ ...input, conversation });
  const request = {
    model,
    system: [body.systemPrompt],
    messages: [
      {
        role: "user" as const,
        content: [{ type: "text" as const, text: body.prompt }],
        attribution: "agent" as const,
        timestamp: 0,
      },
    ],
    tools: [],
    options: { maxTokens: Math.min(model.maxTokens, maxTokens) },
  };
  return { request, body };
}
