// What a local server's answers amount to: models whose context window is the one that is really
// served, or known not to be.
import type { Api, Model } from "../model.ts";
import { DEFAULT_MAX_TOKENS } from "../model-row.ts";

/**
 * Where a context window comes from: the server runs the model with it (`served`), will run it with it
 * (`configured`), the model could hold no more (`maximum`), or nobody says (`assumed`).
 */
export type ContextSource = "served" | "configured" | "maximum" | "assumed";

/** A model that a server reported. */
export interface DiscoveredModel {
  model: Model;
  contextSource: ContextSource;
}

/** What a server reported; `problem` when its answer was not understood. */
export interface Discovery {
  models: readonly DiscoveredModel[];
  problem?: string;
}

/** The server that was asked, and as what its models are to be registered. */
export interface DiscoveryEndpoint {
  provider: string;
  api: Api;
  baseUrl: string;
  /** The window to count on when a model is not loaded and nothing says more. */
  assumedContext?: number;
}

/** What local servers use unless told otherwise. Counting on more would cut prompts in silence. */
export const ASSUMED_CONTEXT = 4096;

/** The base URL under which a server speaks an OpenAI format. */
export function openAiBaseUrl(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return /\/v\d+[a-z0-9]*$/i.test(trimmed) ? trimmed : `${trimmed}/v1`;
}

/** The server itself, without the path of its OpenAI formats. */
export function serverRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/i, "");
}

interface Traits {
  name?: string;
  hasVision?: boolean;
  isReasoning?: boolean;
}

/** A free model on a server of one's own. */
export function localModel(
  endpoint: DiscoveryEndpoint,
  id: string,
  context: { window: number; source: ContextSource },
  { name = id, hasVision = false, isReasoning = false }: Traits,
): DiscoveredModel {
  const isOpenAi = endpoint.api.startsWith("openai-");
  const model: Model = {
    id,
    name,
    api: endpoint.api,
    provider: endpoint.provider,
    baseUrl: isOpenAi ? openAiBaseUrl(endpoint.baseUrl) : serverRoot(endpoint.baseUrl),
    reasoning: isReasoning,
    input: hasVision ? ["text", "image"] : ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: context.window,
    maxTokens: Math.min(context.window, DEFAULT_MAX_TOKENS),
  };
  return { model, contextSource: context.source };
}

/** The window to count on for a model that is not loaded. */
export function assumeContext(
  endpoint: DiscoveryEndpoint,
  maximum: number | undefined,
): { window: number; source: ContextSource } {
  const assumed = endpoint.assumedContext ?? ASSUMED_CONTEXT;
  if (maximum !== undefined && maximum <= assumed) return { window: maximum, source: "maximum" };
  return { window: assumed, source: "assumed" };
}
