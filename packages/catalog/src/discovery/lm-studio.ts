// Models of LM Studio, from the answers of its own /api/v0/models and of the OpenAI-like /v1/models,
// which knows names only.
import {
  assumeContext,
  localModel,
  type ContextSource,
  type Discovery,
  type DiscoveryEndpoint,
} from "./discovered.ts";
import { asCount, asRecord, asRecords, asText, type Json } from "./reading.ts";

/** The answers of one server; older ones have no `native` answer. */
export interface LmStudioAnswers {
  /** /api/v0/models */
  native?: unknown;
  /** /v1/models */
  models?: unknown;
}

function contextOf(
  entry: Json,
  endpoint: DiscoveryEndpoint,
): { window: number; source: ContextSource } {
  const served = asCount(entry["loaded_context_length"]);
  if (entry["state"] === "loaded" && served !== undefined) {
    return { window: served, source: "served" };
  }
  return assumeContext(endpoint, asCount(entry["max_context_length"]));
}

function isEmbedder(entry: Json, id: string): boolean {
  return (asText(entry["type"]) ?? "").startsWith("embedding") || id.startsWith("text-embedding-");
}

/** The chat models that LM Studio offers. */
export function discoverLmStudio(answers: LmStudioAnswers, endpoint: DiscoveryEndpoint): Discovery {
  const native = asRecord(answers.native)["data"];
  const data = Array.isArray(native) ? native : asRecord(answers.models)["data"];
  if (!Array.isArray(data)) return { models: [], problem: "the server has no list of models" };
  return {
    models: asRecords(data).flatMap((entry) => {
      const id = asText(entry["id"]);
      if (id === undefined || isEmbedder(entry, id)) return [];
      const hasVision = entry["type"] === "vlm";
      return [localModel(endpoint, id, contextOf(entry, endpoint), { hasVision })];
    }),
  };
}
