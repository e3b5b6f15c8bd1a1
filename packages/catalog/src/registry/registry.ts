// Every model that there is in one run, and how its provider wants to be addressed. A value: a change
// of configuration or a discovery makes a new one.
import { parseConfigValue, type ConfigValue } from "../config/config-value.ts";
import type { ConfigDiscovery, ModelsConfig, ProviderConfig } from "../config/models-config.ts";
import { formatConfigErrors, type ParsedModelsConfig } from "../config/parse-models-config.ts";
import type { Model } from "../model.ts";
import { ownProperty } from "../own-property.ts";
import type { AuthKind } from "../provider.ts";
import { buildCanonicalIndex, type CanonicalIndex } from "../select/canonical-index.ts";
import type { OfficialIndex } from "../select/canonical-id.ts";
import { mergeModels } from "./merge-models.ts";

/** What the user's configuration says about reaching a provider. */
export interface ProviderAccess {
  auth: AuthKind;
  apiKey?: ConfigValue;
  /** Send the key as `Authorization: Bearer` as well. */
  authHeader: boolean;
  discovery?: { type: ConfigDiscovery; api: string; baseUrl?: string };
}

/** What a registry is made of. */
export interface RegistrySources {
  builtIn: readonly Model[];
  /** The models file as it was read; one that is wrong counts as absent, and says so in `error`. */
  config?: ParsedModelsConfig;
  configName?: string;
  discovered?: readonly Model[];
  /** Providers that extensions registered; they go over the file. */
  registered?: ModelsConfig["providers"];
  disabledProviders?: readonly string[];
  official: OfficialIndex;
}

/** The models of one run. */
export interface Registry {
  /** Everything, whether or not there are credentials for it. */
  models: readonly Model[];
  canonical: CanonicalIndex;
  /** Why the models file was left aside; undefined when it was sound or absent. */
  error?: string;
  find: (provider: string, id: string) => Model | undefined;
  /** How the user's configuration reaches a provider; undefined when it says nothing of it. */
  access: (provider: string) => ProviderAccess | undefined;
}

const NO_CONFIG: ModelsConfig = { providers: {}, equivalence: {} };

function toAccess(config: ProviderConfig): ProviderAccess {
  const { auth = "apiKey", apiKey, authHeader = false, api, baseUrl, discovery } = config;
  const key = apiKey === undefined ? null : parseConfigValue(apiKey);
  const where = baseUrl === undefined ? {} : { baseUrl };
  return {
    auth,
    authHeader,
    ...(key && { apiKey: key }),
    ...(discovery && api && { discovery: { type: discovery.type, api, ...where } }),
  };
}

/** Puts what extensions registered over what the file says, provider by provider. */
function withRegistered(config: ModelsConfig, registered: ModelsConfig["providers"]): ModelsConfig {
  const merged = new Map(Object.entries(config.providers));
  for (const [id, added] of Object.entries(registered)) {
    const models = [...(merged.get(id)?.models ?? []), ...(added.models ?? [])];
    merged.set(id, { ...merged.get(id), ...added, ...(models.length > 0 && { models }) });
  }
  return { ...config, providers: Object.fromEntries(merged) };
}

/** Builds the registry. Never fails: a models file that is wrong is left aside and reported. */
export function buildRegistry(sources: RegistrySources): Registry {
  const { config: parsed, configName = "models.yml", discovered = [], registered = {} } = sources;
  const config = withRegistered(parsed?.ok ? parsed.config : NO_CONFIG, registered);
  const disabled = new Set(sources.disabledProviders);
  const merged = mergeModels({ builtIn: sources.builtIn, config, discovered });
  const models = merged.filter((model) => !disabled.has(model.provider));
  const byKey = new Map(models.map((model) => [`${model.provider}/${model.id}`, model]));
  const error = parsed && !parsed.ok ? formatConfigErrors(configName, parsed.errors) : undefined;
  return {
    models,
    canonical: buildCanonicalIndex(models, sources.official, config.equivalence),
    ...(error !== undefined && { error }),
    find: (provider, id) => byKey.get(`${provider}/${id}`),
    access: (provider) => {
      const found = ownProperty(config.providers, provider);
      return found && toAccess(found);
    },
  };
}

/** The models that can be used now: their provider needs no key, or `hasCredentials` says yes. */
export function availableModels(
  registry: Registry,
  hasCredentials: (provider: string) => boolean,
): Model[] {
  const known = new Map<string, boolean>();
  return registry.models.filter(({ provider }) => {
    const cached = known.get(provider);
    if (cached !== undefined) return cached;
    const isUsable = registry.access(provider)?.auth === "none" || hasCredentials(provider);
    known.set(provider, isUsable);
    return isUsable;
  });
}
