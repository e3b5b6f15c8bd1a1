// What a provider is: a deployment described as plain data, one JSON file each. Knows no credentials
// and sends nothing; protocols and the login code read these facts.
import type { AnthropicCompat, OpenAICompat } from "./compat.ts";
import type { Api } from "./model.ts";

/** How a provider may be paid or unlocked; the first one is the usual way. */
export type AuthKind = "apiKey" | "oauth" | "none";

/** How the models of a server that only knows them at run time are listed. */
export type DiscoveryKind = "ollama" | "llama.cpp" | "lm-studio" | "openai-models";

/** A `{name}` in a provider's URLs: where its value comes from. */
export interface UrlVar {
  env: readonly string[];
  default?: string;
}

/** Another way to reach the provider, in force while the environment variable `switch` is truthy. */
export interface ProviderMode {
  switch: string;
  /** Key variables tried before the usual ones. */
  env: readonly string[];
  baseUrlEnv: readonly string[];
}

/** Where requests of a provider go. */
export interface ProviderEndpoint {
  api: Api;
  baseUrl: string;
  /** Base URLs of the other wire formats that the provider speaks. */
  routes?: Readonly<Record<string, string>>;
  urlVars?: Readonly<Record<string, UrlVar>>;
  /** Variables that replace `baseUrl`, first one wins. */
  baseUrlEnv?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** How the deployment differs from its wire formats; the baseline of its models. */
  compat?: OpenAICompat & AnthropicCompat;
}

/** What can be said of a provider without opening its file. */
export interface ProviderSummary {
  id: string;
  name: string;
  /** Place in lists, and precedence when nothing else decides; smaller is earlier. */
  order: number;
  api: Api;
  /** Environment variables that may hold a key, first one wins. */
  env: readonly string[];
  /** Sets of variables that together mean that credentials come from the surroundings. */
  ambient?: readonly (readonly string[])[];
  auth: readonly AuthKind[];
  defaultModel?: string;
  discovery?: DiscoveryKind;
}

/** One provider, whole. */
export interface Provider extends ProviderSummary, ProviderEndpoint {
  modes?: readonly ProviderMode[];
  docs: string;
  /** Its own model ids are the official names of those models. */
  official?: boolean;
}
