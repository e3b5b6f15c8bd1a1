// What is asked of a model, free of any wire format. A request is built from immutable segments so
// that equal history gives equal bytes; options never reorder them.
import type { Effort, Model } from "@oh-my-pi/pi-catalog/model";
import type { Message } from "./message.ts";

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** A tool as the model is told of it; `parameters` is JSON Schema. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: JsonObject;
  /** Ask the provider to enforce the schema where it can; default true. */
  strict?: boolean;
}

export type ToolChoice = "auto" | "none" | "required" | { tool: string };

/** Tiers that may be asked for; two of them mean the fast tier of one vendor only. */
export const SERVICE_TIERS = [
  "none",
  "auto",
  "default",
  "flex",
  "scale",
  "priority",
  "openai-only",
  "claude-only",
] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

/** Sampling knobs; an absent one leaves the provider's default. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  topK?: number;
  minP?: number;
  presencePenalty?: number;
  repetitionPenalty?: number;
}

export interface RequestOptions {
  maxTokens?: number;
  /** Absent means thinking is off. */
  effort?: Effort;
  /** Tokens of thought at each effort, where the usual ones are not wanted; formats with levels pass them over. */
  thinkingBudgets?: Readonly<Partial<Record<Effort, number>>>;
  toolChoice?: ToolChoice;
  sampling?: Sampling;
  cacheRetention?: "none" | "short" | "long";
  serviceTier?: ServiceTier;
  /** False asks no provider to enforce the schemas of tools, whatever the tools wish. */
  strictTools?: boolean;
  /** Stable id of the conversation, for providers that key caches or routing on it. */
  sessionId?: string;
  metadata?: Readonly<Record<string, string>>;
}

/** One request: who is asked, what was said before, which tools there are. */
export interface ChatRequest {
  readonly model: Model;
  /** System prompt in stable order; each element is one immutable segment. */
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: RequestOptions;
}
