// Loads as few models as an answer needs: those that a wish names, those that can be used, or all. Local servers
// are asked only where their models are wanted.
import { chooseInitialModel, type InitialChoice } from "@oh-my-pi/pi-catalog/initial-model";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import {
  askServers,
  cachedModels,
  localTargets,
  type LocalSources,
} from "./models/local-models.ts";
import {
  describedProviders,
  loadHome,
  type ModelHome,
  type ModelSources,
} from "./models/model-home.ts";
import { type ModelsFile, readModelsFile } from "./models/models-file.ts";

/** What was asked for on the command line. */
export interface ModelWish {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly roles: Readonly<Record<string, string>>;
}

/** A start without a model of its own waits no longer for servers of this machine. */
const NEARBY_TIMEOUT_MS = 150;

/** Loads the models that a wish may mean, and chooses one of them. */
export async function chooseModel(
  sources: ModelSources,
  wish: ModelWish,
): Promise<{ home: ModelHome; choice: InitialChoice }> {
  const file = await readModelsFile(sources.modelsFile);
  const { scope } = sources.preferences;
  const isKnown = knownProviders(sources, file);
  const spelledOut = namedProviders([wish], isKnown);
  const saved = { model: wish.model ?? wish.roles["default"], provider: wish.provider };
  const wanted = namedProviders([saved, ...scope.map((model) => ({ model }))], isKnown);
  const few = await loadHome(sources, file, {
    which: spelledOut.length > 0 && scope.length === 0 ? "named" : "reachable",
    named: spelledOut,
    discovered: wanted.length === 0 ? [] : await localModels(sources, file, wanted),
  });
  const choice = choose(few, wish);
  if (choice.ok) return { home: few, choice };
  if (wish.model === undefined)
    return wish.provider === undefined ? chooseNearby(sources, file, few) : { home: few, choice };
  // A name that means nothing among those may still be a model that nobody has a key for yet.
  const all = await loadHome(sources, file, {
    which: "all",
    named: [],
    discovered: await localModels(sources, file),
  });
  return { home: all, choice: choose(all, wish) };
}

/** Nobody has a key: a server on this machine may do without one, if it answers at once. */
async function chooseNearby(
  sources: ModelSources,
  file: ModelsFile | undefined,
  few: ModelHome,
): Promise<{ home: ModelHome; choice: InitialChoice }> {
  const wish = { roles: {} };
  const local = localSources(sources, file);
  const found = await askServers(await localTargets(local), local, NEARBY_TIMEOUT_MS);
  const discovered = found.flatMap(({ models }) => models);
  if (discovered.length === 0) return { home: few, choice: choose(few, wish) };
  const home = await loadHome(sources, file, { which: "reachable", named: [], discovered });
  return { home, choice: choose(home, wish) };
}

/** The models that can be used; local servers are asked now unless it is given what they offer. */
export async function loadUsableModels(
  sources: ModelSources,
  known?: readonly Model[],
): Promise<ModelHome> {
  const file = await readModelsFile(sources.modelsFile);
  const discovered = known ?? (await askAll(sources, file));
  return loadHome(sources, file, { which: "reachable", named: [], discovered });
}

/** Every model that there is, local servers included; they are asked now. */
export async function loadAllModels(sources: ModelSources): Promise<ModelHome> {
  const file = await readModelsFile(sources.modelsFile);
  const discovered = await askAll(sources, file);
  return loadHome(sources, file, { which: "all", named: [], discovered });
}

function choose(home: ModelHome, { model, provider, roles }: ModelWish): InitialChoice {
  const request = {
    ...(model !== undefined && { cliModel: model }),
    ...(provider !== undefined && { cliProvider: provider }),
    ...(roles["default"] !== undefined && { savedDefault: roles["default"] }),
    scoped: home.scoped,
    providers: listProviders(),
  };
  return chooseInitialModel(request, { ...home.space, roles });
}

async function askAll(sources: ModelSources, file: ModelsFile | undefined): Promise<Model[]> {
  const local = localSources(sources, file);
  const found = await askServers(await localTargets(local), local);
  return found.flatMap(({ models }) => models);
}

/** What local servers offer: as remembered, else as they say now. */
async function localModels(
  sources: ModelSources,
  file: ModelsFile | undefined,
  only?: readonly string[],
): Promise<Model[]> {
  const local = localSources(sources, file);
  const targets = await localTargets(local, only);
  if (targets.length === 0) return [];
  const remembered = only === undefined ? undefined : await cachedModels(targets, local);
  if (remembered !== undefined) return remembered;
  return (await askServers(targets, local)).flatMap(({ models }) => models);
}

function localSources(sources: ModelSources, file: ModelsFile | undefined): LocalSources {
  const { env, openCache, registered = {}, preferences } = sources;
  const inFile = file?.parsed.ok ? file.parsed.config.providers : {};
  return {
    env,
    openCache,
    providers: { ...inFile, ...registered },
    disabled: preferences.disabledProviders,
  };
}

function knownProviders(
  sources: ModelSources,
  file: ModelsFile | undefined,
): (provider: string) => boolean {
  const described = describedProviders(sources, file);
  return (provider) =>
    listProviders().some(({ id }) => id === provider) || described.includes(provider);
}

/** The providers that names spell out: then no other needs to be loaded for them. */
function namedProviders(
  names: readonly Pick<ModelWish, "model" | "provider">[],
  isKnown: (provider: string) => boolean,
): string[] {
  const spelled = names.flatMap(({ model, provider }) => {
    const named = provider ?? (model?.includes("/") ? model.split("/", 1)[0] : undefined);
    return named !== undefined && isKnown(named) ? [named] : [];
  });
  return [...new Set(spelled)];
}
