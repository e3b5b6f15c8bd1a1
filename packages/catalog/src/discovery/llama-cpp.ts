// Models of a llama.cpp server, from the answers of /v1/models and /props.
import {
  assumeContext,
  localModel,
  type ContextSource,
  type DiscoveredModel,
  type Discovery,
  type DiscoveryEndpoint,
} from "./discovered.ts";
import { asCount, asRecord, asRecords, asText, asTexts, type Json } from "./reading.ts";

/** The answers of one server. A server with several models answers /props for each of them. */
export interface LlamaCppAnswers {
  models: unknown;
  props?: unknown;
  propsByModel?: ReadonlyMap<string, unknown>;
}

/** A model is often named by the path of its file. */
function displayName(id: string): string {
  return (id.split(/[\\/]/).at(-1) ?? id).replace(/\.gguf$/i, "");
}

/** The context size among the arguments that a model will be started with. */
function configuredOf(entry: Json): number | undefined {
  const args = asTexts(asRecord(entry["status"])["args"]);
  const at = args.findIndex((arg) => arg === "-c" || arg === "--ctx-size");
  return at < 0 ? undefined : asCount(Number(args[at + 1]));
}

function contextOf(
  entry: Json,
  props: Json,
  endpoint: DiscoveryEndpoint,
): { window: number; source: ContextSource } {
  const settings = asRecord(props["default_generation_settings"]);
  const served = asCount(settings["n_ctx"]) ?? asCount(props["n_ctx"]);
  if (served !== undefined) return { window: served, source: "served" };
  const configured = configuredOf(entry);
  if (configured !== undefined) return { window: configured, source: "configured" };
  return assumeContext(endpoint, asCount(asRecord(entry["meta"])["n_ctx_train"]));
}

function toModel(
  entry: Json,
  props: Json,
  endpoint: DiscoveryEndpoint,
): DiscoveredModel | undefined {
  const id = asText(entry["id"]);
  if (id === undefined) return undefined;
  const template = asText(props["chat_template"]) ?? "";
  return localModel(endpoint, id, contextOf(entry, props, endpoint), {
    name: displayName(id),
    hasVision: asRecord(props["modalities"])["vision"] === true,
    isReasoning: /<think>|enable_thinking|<\|channel\|>/.test(template),
  });
}

/** The models that a llama.cpp server offers. */
export function discoverLlamaCpp(answers: LlamaCppAnswers, endpoint: DiscoveryEndpoint): Discovery {
  const { data } = asRecord(answers.models);
  if (!Array.isArray(data)) return { models: [], problem: "/v1/models has no list of models" };
  const entries = asRecords(data);
  const shared = entries.length === 1 ? asRecord(answers.props) : {};
  return {
    models: entries.flatMap((entry) => {
      const own = answers.propsByModel?.get(asText(entry["id"]) ?? "");
      return toModel(entry, own === undefined ? shared : asRecord(own), endpoint) ?? [];
    }),
  };
}
