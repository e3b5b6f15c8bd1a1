// What a model is: identity, limits, price and the wire format it is reached by. Pure data; knows
// nothing of credentials, requests or which models exist.
import type { AnthropicCompat, OpenAICompat } from "./compat.ts";

export { type Effort, EFFORTS, type ThinkingLevel } from "./effort.ts";

/** Wire formats that ship with omp. */
export type KnownApi =
  | "anthropic-messages"
  | "openai-completions"
  | "openai-responses"
  | "openai-codex-responses"
  | "azure-openai-responses"
  | "google-generative-ai"
  | "google-gemini-cli"
  | "google-vertex"
  | "bedrock-converse-stream"
  | "ollama-chat"
  | "demo";

/** A wire format id; extensions may bring their own. */
export type Api = KnownApi | (string & {});

/** US dollars per million tokens. */
export interface TokenPrices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** The prices of a model. */
export interface ModelCost extends TokenPrices {
  /** What a whole request costs once its input is longer than this. */
  longContext?: TokenPrices & { inputThreshold: number };
  /** Where the hour of a request decides. */
  timeBased?: TimeBasedCost;
}

/** Hours of some days of the week, in UTC. */
export interface PriceWindow {
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** Minutes since midnight; the end does not belong to it. */
  startMinute: number;
  endMinute: number;
}

/** Prices that hold within some hours and are multiplied at all others. */
export interface TimeBasedCost {
  offPeakMultiplier: number;
  peakWindows: readonly PriceWindow[];
  /** Prices that take the place of the usual ones from a moment on, in milliseconds since the epoch; oldest first. */
  effectiveRates?: readonly (TokenPrices & { effectiveFrom: number })[];
}

export type InputKind = "text" | "image";

/** One model as one provider serves it. */
export interface Model {
  id: string;
  name: string;
  api: Api;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  input: readonly InputKind[];
  cost: ModelCost;
  contextWindow: number;
  maxTokens: number;
  headers?: Readonly<Record<string, string>>;
  /** How this deployment differs from its wire format's norm. Only the protocol reads it. */
  compat?: OpenAICompat & AnthropicCompat;
  /** `provider/id` or `id` of the model to move to when the context overflows. */
  contextPromotionTarget?: string;
}
