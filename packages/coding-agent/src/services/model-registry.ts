// Which models this run may use: the bundled ones of providers that can be reached, the user's models.yml,
// and what a name means among them. Sends nothing.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { loadModels, loadOfficialIds } from "@oh-my-pi/pi-catalog/catalog";
import { indexOfficialIds } from "@oh-my-pi/pi-catalog/canonical-id";
import { type InitialChoice, chooseInitialModel } from "@oh-my-pi/pi-catalog/initial-model";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import {
  type ParsedModelsConfig,
  parseModelsConfig,
} from "@oh-my-pi/pi-catalog/parse-models-config";
import type { ProviderSummary } from "@oh-my-pi/pi-catalog/provider";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import { buildRegistry, type Registry } from "@oh-my-pi/pi-catalog/registry";
import { readFileSync } from "node:fs";
import {
  askServers,
  cachedModels,
  localTargets,
  type LocalSources,
} from "./models/local-models.ts";
import type { ModelCache } from "./models/model-cache.ts";

/** Where models and credentials come from. */
export interface ModelSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelsFile: string;
  readonly store: CredentialStore | undefined;
  /** A key was given for this run, so that every provider counts as reachable. */
  readonly hasFlagKey: boolean;
  /** The memory of what local servers offer; undefined where nothing can be kept. */
  readonly openCache: () => Promise<ModelCache | undefined>;
}

/** What was asked for on the command line. */
export interface ModelWish {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly roles: Readonly<Record<string, string>>;
}

/** The models of one run. */
export interface ModelHome {
  readonly registry: Registry;
  hasCredentials(provider: string): boolean;
  choose(wish: ModelWish): InitialChoice;
}

/** Loads the models that a wish may mean, and chooses one of them. Local servers are asked only for a wish. */
export async function chooseModel(
  sources: ModelSources,
  wish: ModelWish,
): Promise<{ home: ModelHome; choice: InitialChoice }> {
  const config = await readModelsFile(sources.modelsFile);
  const saved = { model: wish.model ?? wish.roles["default"], provider: wish.provider };
  const named = namedProvider(saved, config);
  const local = named === undefined ? [] : await localModels(sources, config, named);
  const few = await loadHome(sources, config, {
    which: namedProvider(wish, config) ?? "reachable",
    discovered: local,
  });
  const choice = few.choose(wish);
  // A name that means nothing among those may still be a model that nobody has a key for yet.
  if (choice.ok || wish.model === undefined) return { home: few, choice };
  const discovered = await localModels(sources, config);
  const all = await loadHome(sources, config, { which: "all", discovered });
  return { home: all, choice: all.choose(wish) };
}

/** Every model that there is, local servers included; they are asked now. */
export async function loadAllModels(sources: ModelSources): Promise<ModelHome> {
  const config = await readModelsFile(sources.modelsFile);
  const local = localSources(sources, config);
  const found = await askServers(await localTargets(local), local);
  const discovered = found.flatMap(({ models }) => models);
  return loadHome(sources, config, { which: "all", discovered });
}

/** What local servers offer: as remembered, else as they say now. */
async function localModels(
  sources: ModelSources,
  config: ParsedModelsConfig | undefined,
  only?: readonly string[],
): Promise<Model[]> {
  const local = localSources(sources, config);
  const targets = await localTargets(local, only);
  if (targets.length === 0) return [];
  const remembered = only === undefined ? undefined : await cachedModels(targets, local);
  if (remembered !== undefined) return remembered;
  return (await askServers(targets, local)).flatMap(({ models }) => models);
}

function localSources(
  { env, openCache }: ModelSources,
  config: ParsedModelsConfig | undefined,
): LocalSources {
  return { env, openCache, providers: config?.ok ? config.config.providers : {} };
}

/** The provider that a wish spells out, if it does: then no other needs to be loaded. */
function namedProvider(
  { model, provider }: Pick<ModelWish, "model" | "provider">,
  config: ParsedModelsConfig | undefined,
): string[] | undefined {
  const name = provider ?? model?.split("/", 1)[0];
  if (name === undefined || (provider === undefined && !model?.includes("/"))) return undefined;
  const isKnown =
    listProviders().some(({ id }) => id === name) || configuredProviders(config).includes(name);
  return isKnown ? [name] : undefined;
}

interface Selection {
  readonly which: "all" | "reachable" | readonly string[];
  readonly discovered: readonly Model[];
}

async function loadHome(
  sources: ModelSources,
  config: ParsedModelsConfig | undefined,
  { which, discovered }: Selection,
): Promise<ModelHome> {
  const providers = listProviders();
  const stored = new Set(sources.store?.list().map((credential) => credential.provider));
  const configured = configuredProviders(config);
  const reachable = providers
    .filter(
      (known) =>
        stored.has(known.id) ||
        hasEnvironmentKey(known, sources.env) ||
        configured.includes(known.id),
    )
    .map(({ id }) => id);
  const wanted =
    which === "all" ? providers.map(({ id }) => id) : which === "reachable" ? reachable : which;
  const builtIn = await loadModels(wanted);
  // Official ids give models their shared names; one that is spelled out needs none.
  const isSpelledOut = typeof which !== "string";
  const official = indexOfficialIds(isSpelledOut ? [] : await loadOfficialIds());
  const registry = buildRegistry({
    builtIn,
    official,
    discovered,
    configName: sources.modelsFile,
    ...(config && { config }),
  });
  const hasCredentials = (id: string): boolean => {
    if (sources.hasFlagKey || reachable.includes(id)) return true;
    // A server that lists its models without a key takes requests without one.
    if (discovered.some((model) => model.provider === id)) return true;
    const access = registry.access(id);
    return access?.auth === "none" || access?.apiKey !== undefined;
  };
  const isAvailable = (model: Model): boolean => hasCredentials(model.provider);
  return {
    registry,
    hasCredentials,
    choose: ({ model, provider, roles }) =>
      chooseInitialModel(
        {
          ...(model !== undefined && { cliModel: model }),
          ...(provider !== undefined && { cliProvider: provider }),
          ...(roles["default"] !== undefined && { savedDefault: roles["default"] }),
          providers,
        },
        { models: registry.models, canonical: registry.canonical, isAvailable, roles },
      ),
  };
}

async function readModelsFile(path: string): Promise<ParsedModelsConfig | undefined> {
  const text = readIfThere(path);
  return text === undefined ? undefined : parseModelsConfig(text, path);
}

function configuredProviders(config: ParsedModelsConfig | undefined): string[] {
  return config?.ok ? Object.keys(config.config.providers) : [];
}

function hasEnvironmentKey(
  { env: names, ambient = [] }: ProviderSummary,
  env: ModelSources["env"],
): boolean {
  return names.some((name) => env[name]) || ambient.some((set) => set.every((name) => env[name]));
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // No models file is the usual case; one that cannot be read counts as absent.
    return undefined;
  }
}
