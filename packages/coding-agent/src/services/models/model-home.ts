// The models that one run may use as they are at one moment: the bundled ones of providers that can be reached,
// the user's models.yml, what servers offer, and what a name means among them. Sends nothing.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { loadModels, loadOfficialIds } from "@oh-my-pi/pi-catalog/catalog";
import { indexOfficialIds } from "@oh-my-pi/pi-catalog/canonical-id";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { ModelsConfig } from "@oh-my-pi/pi-catalog/models-config";
import type { ProviderSummary } from "@oh-my-pi/pi-catalog/provider";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { buildRegistry, type Registry } from "@oh-my-pi/pi-catalog/registry";
import { expandScope, type ScopedModel } from "@oh-my-pi/pi-catalog/scope";
import type { ModelSpace } from "@oh-my-pi/pi-catalog/resolve";
import type { ModelCache } from "./model-cache.ts";
import type { ModelPreferences } from "./model-preferences.ts";
import type { ModelsFile } from "./models-file.ts";

/** Where models and credentials come from. */
export interface ModelSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelsFile: string;
  readonly store: CredentialStore | undefined;
  /** A key was given for this run, so that every provider counts as reachable. */
  readonly hasFlagKey: boolean;
  readonly preferences: ModelPreferences;
  /** Providers that were registered in this run. */
  readonly registered?: ModelsConfig["providers"];
  /** The memory of what local servers offer; undefined where nothing can be kept. */
  readonly openCache: () => Promise<ModelCache | undefined>;
}

/** The models of one run. */
export interface ModelHome {
  readonly registry: Registry;
  /** What names are looked up in. */
  readonly space: ModelSpace;
  /** Those that the user narrowed this run to, in their order; empty when it is not narrowed. */
  readonly scoped: readonly ScopedModel[];
  /** What servers said of their models. */
  readonly discovered: readonly Model[];
  /** What the user should hear of their configuration. */
  readonly notes: readonly string[];
  hasCredentials(provider: string): boolean;
}

/** Which models are loaded. */
export interface Selection {
  /** All there are, those of providers with credentials, or only those of the named providers. */
  readonly which: "all" | "reachable" | "named";
  /** Providers that are loaded in any case. */
  readonly named: readonly string[];
  readonly discovered: readonly Model[];
}

/** Loads the selected models. */
export async function loadHome(
  sources: ModelSources,
  file: ModelsFile | undefined,
  { which, named, discovered }: Selection,
): Promise<ModelHome> {
  const { preferences, registered = {} } = sources;
  const withKey = providersWithKey(sources);
  const wanted = new Set(
    which === "named" ? named : [...withKey, ...describedProviders(sources, file), ...named],
  );
  const chosen = listProviders().filter(({ id }) => which === "all" || wanted.has(id));
  const builtIn = await loadModels(chosen.map(({ id }) => id));
  // Official ids give models their shared names; one that is spelled out needs none.
  const official = indexOfficialIds(which === "named" ? [] : await loadOfficialIds());
  const registry = buildRegistry({
    builtIn,
    official,
    discovered,
    registered,
    disabledProviders: preferences.disabledProviders,
    ...(file && { configName: file.path, config: file.parsed }),
  });
  // A server that lists its models without a key takes requests without one.
  const usable = new Set([...withKey, ...discovered.map(({ provider }) => provider)]);
  const hasCredentials = (id: string): boolean => {
    if (sources.hasFlagKey || usable.has(id)) return true;
    const access = registry.access(id);
    return access?.auth === "none" || access?.apiKey !== undefined;
  };
  const space: ModelSpace = {
    models: registry.models,
    canonical: registry.canonical,
    isAvailable: ({ provider }) => hasCredentials(provider),
    providerOrder: preferences.providerOrder,
  };
  const scope = expandScope(preferences.scope, space);
  return {
    registry,
    space,
    scoped: scope.models.filter(({ model }) => hasCredentials(model.provider)),
    discovered,
    notes: [
      ...preferences.problems,
      ...(registry.error === undefined ? [] : [registry.error]),
      ...scope.problems.map(({ problem }) => `${preferences.scopeSource}: ${problem}`),
    ],
    hasCredentials,
  };
}

/** Providers that the models file or this run describes. */
export function describedProviders(
  { registered = {} }: Pick<ModelSources, "registered">,
  file: ModelsFile | undefined,
): string[] {
  const inFile = file?.parsed.ok ? Object.keys(file.parsed.config.providers) : [];
  return [...inFile, ...Object.keys(registered)];
}

/** Providers with a stored credential or a key in the environment. */
function providersWithKey({ store, env }: ModelSources): string[] {
  const stored = store?.list().map(({ provider }) => provider) ?? [];
  const inEnv = listProviders().filter((known) => hasEnvironmentKey(known, env));
  return [...inEnv.map(({ id }) => id), ...stored];
}

function hasEnvironmentKey(
  { env: names, ambient = [] }: ProviderSummary,
  env: ModelSources["env"],
): boolean {
  return names.some((name) => env[name]) || ambient.some((set) => set.every((name) => env[name]));
}
