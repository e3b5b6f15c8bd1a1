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
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { FeaturePort } from "../feature.ts";
import { toLlmMessages } from "../llm-messages.ts";
import * as declared from "../settings.ts";

export interface SummaryWish extends Omit<SummaryPromptInput, "conversation"> {
  readonly messages: readonly AgentMessage[];
  /** What the answer may take. */
  readonly maxTokens: number;
}

const TIMEOUT_MS = 120_000;
/** A model that asks for more than this is not waited for. */
const MAX_WAIT_MS = 10_000;
const CHARACTERS_PER_TOKEN = 4;
/** Of the window, what the quoted conversation may take. */
const QUOTE_SHARE = 0.6;

/** Who else may be asked, and how to wait for whoever asks for a moment. */
export interface SummaryMeans {
  readonly clock: Clock;
  /** Models that may take over, best first; the session's own may be among them. */
  readonly others: (port: FeaturePort) => readonly Model[];
}

/**
 * Asks the user's own summariser where there is one, else the session's model; and once more when there was no
 * answer: the same model if its trouble may pass soon, else another one. Empty when there is none; undefined when
 * it was cancelled.
 */
export async function askSummary(
  wish: SummaryWish,
  port: FeaturePort,
  means?: SummaryMeans,
): Promise<string | undefined> {
  const { model } = port.state;
  const url = remoteEndpoint(port);
  const { body, ...ask } = toAsk(wish, model);
  const first = await port.complete(url === undefined ? ask : { ...ask, endpoint: { url, body } });
  if (port.signal.aborted) return undefined;
  if (first.ok) return first.text;
  const isOwn = url !== undefined || means === undefined;
  const next = isOwn ? model : await nextModel(first.facts, port, means);
  const second = await port.complete(toAsk(wish, next));
  if (port.signal.aborted) return undefined;
  return second.ok ? second.text : "";
}

/** Waits where that helps, and says who is asked then. */
async function nextModel(
  facts: ProviderErrorFacts | undefined,
  port: FeaturePort,
  { clock, others }: SummaryMeans,
): Promise<Model> {
  const { model } = port.state;
  const waitMs = facts?.retryAfterMs ?? (facts?.kind === "rate-limit" ? Infinity : 0);
  const isPassing = facts?.retryable === true && waitMs <= MAX_WAIT_MS;
  if (isPassing) {
    if (waitMs > 0) await clock.sleep(waitMs, port.signal);
    return model;
  }
  const own = selectorOf(model);
  return others(port).find((other) => selectorOf(other) !== own) ?? model;
}

function remoteEndpoint(port: FeaturePort): string | undefined {
  if (!port.settings(declared.compactionRemoteEnabled)) return undefined;
  return port.settings(declared.compactionRemoteEndpoint) || undefined;
}

function toAsk({ messages, maxTokens, ...input }: SummaryWish, model: Model) {
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
  return {
    kind: "summary",
    request,
    body,
    timeoutMs: TIMEOUT_MS,
    maxCharacters: maxTokens * CHARACTERS_PER_TOKEN,
  };
}
