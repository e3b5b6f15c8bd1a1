// Builds the list of models from what ships, what the user configured and what servers report. Pure
// functions, applied in a fixed order; each leaves the order of the models alone.
import type { AnthropicCompat, OpenAICompat } from "../compat.ts";
import type {
  ConfigCost,
  CustomModel,
  ModelOverride,
  ModelsConfig,
  ProviderConfig,
} from "../config/models-config.ts";
import type { Model, ModelCost } from "../model.ts";
import { DEFAULT_CONTEXT_WINDOW } from "../model-defaults.ts";
import { DEFAULT_MAX_TOKENS } from "../model-row.ts";
import { ownProperty } from "../own-property.ts";
import { mergeCompat } from "./compat-merge.ts";

type Providers = ModelsConfig["providers"];

function providerCompat(config: ProviderConfig): (OpenAICompat & AnthropicCompat) | undefined {
  const strict =
    config.disableStrictTools === undefined
      ? undefined
      : { disableStrictTools: config.disableStrictTools };
  return mergeCompat(config.compat, strict);
}

function withHeaders(model: Model, headers: ProviderConfig["headers"]): Model {
  return headers === undefined ? model : { ...model, headers: { ...model.headers, ...headers } };
}

function withCompat(model: Model, compat: Model["compat"]): Model {
  const merged = mergeCompat(model.compat, compat);
  return merged === undefined ? model : { ...model, compat: merged };
}

function applyTraits(model: Model, config: ProviderConfig | undefined): Model {
  if (config === undefined) return model;
  return withCompat(withHeaders(model, config.headers), providerCompat(config));
}

/** Applies `baseUrl`, `headers`, `compat` and `disableStrictTools` of a provider to its models. */
export function applyProviderOverrides(models: readonly Model[], providers: Providers): Model[] {
  return models.map((model) => {
    const config = ownProperty(providers, model.provider);
    const baseUrl = config?.baseUrl;
    return applyTraits(baseUrl === undefined ? model : { ...model, baseUrl }, config);
  });
}

const FREE: ModelCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** A user who names a price pays it at any hour. */
function withCost(usual: ModelCost, cost: ConfigCost | undefined): ModelCost {
  if (cost === undefined) return usual;
  const { timeBased: _timeBased, longContext: usualLong, ...usualPrices } = usual;
  const { longContext = usualLong, ...own } = cost;
  const prices = { ...usualPrices, ...own };
  return { ...prices, ...(longContext && { longContext: { ...prices, ...longContext } }) };
}

function override(model: Model, change: ModelOverride): Model {
  const { headers, compat, cost, ...plain } = change;
  const changed = { ...model, ...plain, cost: withCost(model.cost, cost) };
  return withCompat(withHeaders(changed, headers), compat);
}

/** Applies `modelOverrides`, by provider and model id. */
export function applyModelOverrides(models: readonly Model[], providers: Providers): Model[] {
  return models.map((model) => {
    const change = ownProperty(ownProperty(providers, model.provider)?.modelOverrides, model.id);
    return change === undefined ? model : override(model, change);
  });
}

/** A model of the user's own, with what its provider says and the usual defaults filled in. */
export function toModel(provider: string, config: ProviderConfig, custom: CustomModel): Model {
  const { id, api = config.api ?? "openai-completions", baseUrl = config.baseUrl ?? "" } = custom;
  const contextWindow = custom.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
  const bare: Model = {
    id,
    name: custom.name ?? id,
    api,
    provider,
    baseUrl,
    reasoning: custom.reasoning ?? false,
    input: custom.input ?? ["text"],
    cost: withCost(FREE, custom.cost),
    contextWindow,
    maxTokens: custom.maxTokens ?? Math.min(DEFAULT_MAX_TOKENS, contextWindow),
  };
  const target = custom.contextPromotionTarget;
  const whole = target === undefined ? bare : { ...bare, contextPromotionTarget: target };
  return withCompat(withHeaders(applyTraits(whole, config), custom.headers), custom.compat);
}

/** The user's own models, provider by provider as they stand in the file. */
export function customModels(providers: Providers): Model[] {
  return Object.entries(providers).flatMap(([id, config]) =>
    (config.models ?? []).map((custom) => toModel(id, config, custom)),
  );
}

const keyOf = (model: Model): string => `${model.provider}/${model.id}`;

/** `added` over `models`: the same provider and id replaces in place, others follow at the end. */
export function upsertModels(models: readonly Model[], added: readonly Model[]): Model[] {
  const byKey = new Map(models.map((model) => [keyOf(model), model]));
  for (const model of added) byKey.set(keyOf(model), model);
  return [...byKey.values()];
}

/** Where models come from. */
export interface ModelSources {
  builtIn: readonly Model[];
  config?: ModelsConfig;
  /** What servers reported at run time. */
  discovered?: readonly Model[];
}

/**
 * All models: shipped ones under the provider overrides, the user's own models over them, then
 * discovered ones, and the model overrides over everything. A model that the user wrote down in full
 * stays as written, whatever a server reports.
 */
export function mergeModels({ builtIn, config, discovered = [] }: ModelSources): Model[] {
  const providers = config?.providers ?? {};
  const custom = customModels(providers);
  const written = new Set(custom.map(keyOf));
  // A discovered model already carries the address of the server that reported it.
  const reported = discovered
    .filter((model) => !written.has(keyOf(model)))
    .map((model) => applyTraits(model, ownProperty(providers, model.provider)));
  const known = upsertModels(applyProviderOverrides(builtIn, providers), custom);
  return applyModelOverrides(upsertModels(known, reported), providers);
}
