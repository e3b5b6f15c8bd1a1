// The content of models.yml once it has been read and found sound. Types only.
import type { OpenAICompat } from "../compat.ts";
import type { Api, InputKind, TokenPrices } from "../model.ts";
import type { AuthKind } from "../provider.ts";
import type { Equivalence } from "../select/canonical-id.ts";

/** Prices as a user gives them; of long requests, what is left out costs as usual. */
export interface ConfigCost extends Partial<TokenPrices> {
  longContext?: Partial<TokenPrices> & { inputThreshold: number };
}

/** What a user may say anew about a model that exists. */
export interface ModelOverride {
  name?: string;
  reasoning?: boolean;
  input?: readonly InputKind[];
  cost?: ConfigCost;
  contextWindow?: number;
  maxTokens?: number;
  headers?: Readonly<Record<string, string>>;
  compat?: OpenAICompat;
  contextPromotionTarget?: string;
}

/** A model that the user adds. */
export interface CustomModel extends ModelOverride {
  id: string;
  api?: Api;
  baseUrl?: string;
}

/** Servers whose models are asked for at run time. */
export type ConfigDiscovery = "ollama" | "llama.cpp" | "lm-studio";

/** One entry below `providers`. */
export interface ProviderConfig {
  baseUrl?: string;
  apiKey?: string;
  api?: Api;
  headers?: Readonly<Record<string, string>>;
  authHeader?: boolean;
  auth?: AuthKind;
  discovery?: { type: ConfigDiscovery };
  modelOverrides?: Readonly<Record<string, ModelOverride>>;
  models?: readonly CustomModel[];
  compat?: OpenAICompat;
  disableStrictTools?: boolean;
}

/** All of models.yml. */
export interface ModelsConfig {
  providers: Readonly<Record<string, ProviderConfig>>;
  equivalence: Equivalence;
}
