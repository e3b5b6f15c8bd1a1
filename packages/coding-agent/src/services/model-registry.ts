// Which models this run may use: the bundled ones of providers that can be reached, the user's models.yml,
// and what a name means among them. Sends nothing.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { loadModels, loadOfficialIds } from "@oh-my-pi/pi-catalog/catalog";
import { indexOfficialIds } from "@oh-my-pi/pi-catalog/canonical-id";
import { type InitialChoice, chooseInitialModel } from "@oh-my-pi/pi-catalog/initial-model";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { parseModelsConfig } from "@oh-my-pi/pi-catalog/parse-models-config";
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

/** Loads what the wish may need; providers that nobody can reach are loaded only when named. */
export async function loadModelHome(sources: ModelSources, wish: ModelWish): Promise<ModelHome> {
  const text = readIfThere(sources.modelsFile);
  const config = text === undefined ? undefined : await parseModelsConfig(text, sources.modelsFile);
  const stored = new Set(sources.store?.list().map((credential) => credential.provider));
  const providers = listProviders();
  const isReachable = (provider: ProviderSummary): boolean =>
    stored.has(provider.id) || hasEnvironmentKey(provider, sources.env);
  const configured = config?.ok ? Object.keys(config.config.providers ?? {}) : [];
  const reachable = providers
    .filter((provider) => isReachable(provider) || configured.includes(provider.id))
    .map(({ id }) => id);
  const named = wish.model === undefined ? [] : providers.map(({ id }) => id);
  const builtIn = await loadModels([...reachable, ...named]);
  const official = indexOfficialIds(await loadOfficialIds());
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
