// Models of an Ollama server, from the answers of /api/tags, /api/show and /api/ps.
import {
  assumeContext,
  localModel,
  type ContextSource,
  type DiscoveredModel,
  type Discovery,
  type DiscoveryEndpoint,
} from "./discovered.ts";
import { asCount, asRecord, asRecords, asText, asTexts, type Json } from "./reading.ts";

/** The answers of one server. `shows` has the answer of /api/show by model name. */
export interface OllamaAnswers {
  tags: unknown;
  shows?: ReadonlyMap<string, unknown>;
  ps?: unknown;
}

/** The names in an answer of /api/tags, each of which /api/show can be asked about. */
export function ollamaNames(tags: unknown): string[] {
  return asRecords(asRecord(tags)["models"]).flatMap((entry) => nameOf(entry) ?? []);
}

function nameOf(entry: Json): string | undefined {
  return asText(entry["name"]) ?? asText(entry["model"]);
}

/** The largest window the model was made for: `<architecture>.context_length`. */
function maximumOf(show: Json): number | undefined {
  const info = asRecord(show["model_info"]);
  const architecture = asText(info["general.architecture"]);
  const own = architecture && asCount(info[`${architecture}.context_length`]);
  if (own) return own;
  const key = Object.keys(info).find((name) => name.endsWith(".context_length"));
  return key === undefined ? undefined : asCount(info[key]);
}

/** `num_ctx` of the Modelfile; `parameters` is text with a name and a value a line. */
function configuredOf(show: Json): number | undefined {
  const value = /^num_ctx\s+(\d+)\s*$/m.exec(asText(show["parameters"]) ?? "")?.[1];
  return value === undefined ? undefined : asCount(Number(value));
}

function contextOf(
  entry: Json,
  show: Json,
  running: Json | undefined,
  endpoint: DiscoveryEndpoint,
): { window: number; source: ContextSource } {
  const served = asCount(running?.["context_length"]);
  if (served !== undefined) return { window: served, source: "served" };
  const configured = configuredOf(show);
  if (configured !== undefined) return { window: configured, source: "configured" };
  const maximum = maximumOf(show);
  const isRemote = asText(entry["remote_host"]) !== undefined;
  if (isRemote && maximum !== undefined) return { window: maximum, source: "maximum" };
  return assumeContext(endpoint, maximum);
}

function toModel(
  entry: Json,
  answers: OllamaAnswers,
  running: ReadonlyMap<string, Json>,
  endpoint: DiscoveryEndpoint,
): DiscoveredModel | undefined {
  const name = nameOf(entry);
  if (name === undefined) return undefined;
  const show = asRecord(answers.shows?.get(name));
  const capabilities = asTexts(show["capabilities"]);
  const families = asTexts(asRecord(entry["details"])["families"]);
  const isEmbedder =
    capabilities.length > 0
      ? !capabilities.includes("completion")
      : families.some((family) => family.includes("bert"));
  if (isEmbedder) return undefined;
  const hasVision =
    capabilities.includes("vision") || families.includes("clip") || families.includes("mllama");
  const isReasoning = capabilities.includes("thinking");
  const context = contextOf(entry, show, running.get(name), endpoint);
  return localModel(endpoint, name, context, { hasVision, isReasoning });
}

/** The chat models that an Ollama server offers. */
export function discoverOllama(answers: OllamaAnswers, endpoint: DiscoveryEndpoint): Discovery {
  const { models } = asRecord(answers.tags);
  if (!Array.isArray(models)) return { models: [], problem: "/api/tags has no list of models" };
  const loaded = asRecords(asRecord(answers.ps)["models"]);
  const running = new Map(loaded.map((entry) => [nameOf(entry) ?? "", entry]));
  return {
    models: asRecords(models).flatMap((entry) => toModel(entry, answers, running, endpoint) ?? []),
  };
}
