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

/** Where models and credentials come from. */
export interface ModelSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly modelsFile: string;
  readonly store: CredentialStore | undefined;
  /** A key was given for this run, so that every provider counts as reachable. */
  readonly hasFlagKey: boolean;
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

/** Loads the models that a wish may mean, and chooses one of them. */
export async function chooseModel(
  sources: ModelSources,
  wish: ModelWish,
): Promise<{ home: ModelHome; choice: InitialChoice }> {
  const config = await readModelsFile(sources.modelsFile);
  const few = await loadHome(sources, config, namedProvider(wish, config) ?? "reachable");
  const choice = few.choose(wish);
  // A name that means nothing among those may still be a model that nobody has a key for yet.
  if (choice.ok || wish.model === undefined) return { home: few, choice };
  const all = await loadHome(sources, config, "all");
  return { home: all, choice: all.choose(wish) };
}

/** The provider that a wish spells out, if it does: then no other needs to be loaded. */
function namedProvider(
  { model, provider }: ModelWish,
  config: ParsedModelsConfig | undefined,
): string[] | undefined {
  const name = provider ?? model?.split("/", 1)[0];
  if (name === undefined || (provider === undefined && !model?.includes("/"))) return undefined;
  const isKnown =
    listProviders().some(({ id }) => id === name) || configuredProviders(config).includes(name);
  return isKnown ? [name] : undefined;
}

async function loadHome(
  sources: ModelSources,
  config: ParsedModelsConfig | undefined,
  which: "all" | "reachable" | readonly string[],
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
    configName: sources.modelsFile,
    ...(config && { config }),
  });
  const hasCredentials = (id: string): boolean => {
    if (sources.hasFlagKey || reachable.includes(id)) return true;
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
