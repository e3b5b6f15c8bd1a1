// The models of servers that only know them at run time: from the cache where it fits, else from the server,
// and remembered then.
import { listModels } from "@oh-my-pi/pi-catalog/catalog";
import { fingerprintModels } from "@oh-my-pi/pi-catalog/fingerprint";
import { type DiscoveryTarget, discoveryTargets } from "@oh-my-pi/pi-catalog/implicit-discovery";
import { loadProvider } from "@oh-my-pi/pi-catalog/load-provider";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { ModelsConfig } from "@oh-my-pi/pi-catalog/models-config";
import { listProviders } from "@oh-my-pi/pi-catalog/providers";
import type { Discovered } from "./discover.ts";
import type { CacheKey, ModelCache } from "./model-cache.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What is needed to ask. */
export interface LocalSources {
  readonly env: Env;
  readonly providers: ModelsConfig["providers"];
  /** Providers that are not asked. */
  readonly disabled: readonly string[];
  /** Undefined where nothing can be kept. */
  readonly openCache: () => Promise<ModelCache | undefined>;
}

/** The servers that may be asked, optionally only those of the named providers. */
export async function localTargets(
  { env, providers, disabled }: Pick<LocalSources, "env" | "providers" | "disabled">,
  only?: readonly string[],
): Promise<DiscoveryTarget[]> {
  const isMeant = (provider: string): boolean => only === undefined || only.includes(provider);
  const withDiscovery = listProviders().filter(
    ({ id, discovery }) => discovery !== undefined && isMeant(id),
  );
  const shipped = await Promise.all(withDiscovery.map(({ id }) => loadProvider(id)));
  const targets = discoveryTargets(
    shipped.filter((provider) => provider !== undefined),
    providers,
    env,
  );
  return targets.filter(({ provider }) => !disabled.includes(provider) && isMeant(provider));
}

/** The remembered models of the targets that name `wanted`; undefined when one is not remembered. */
export async function cachedModels(
  targets: readonly DiscoveryTarget[],
  { openCache }: LocalSources,
): Promise<Model[] | undefined> {
  using cache = await openCache();
  const lists = await Promise.all(targets.map(async (target) => cache?.read(await keyOf(target))));
  return lists.every((list) => list !== undefined)
    ? lists.flatMap(({ models }) => models)
    : undefined;
}

/** Asks the servers now, and remembers what those said that were there. */
export async function askServers(
  targets: readonly DiscoveryTarget[],
  { env, openCache }: LocalSources,
  timeoutMs?: number,
): Promise<Discovered[]> {
  const variables = new Map(listProviders().map(({ id, env: names }) => [id, names]));
  const { DISCOVERY_TIMEOUT_MS, discoverModels } = await import("./discover.ts");
  const found = await discoverModels(targets, {
    timeoutMs: timeoutMs ?? DISCOVERY_TIMEOUT_MS,
    keyOf: (provider) =>
      variables
        .get(provider)
        ?.map((name) => env[name])
        .find(Boolean),
  });
  const usable = found.filter(({ isThere, problem }) => isThere && problem === undefined);
  if (usable.length > 0) {
    using cache = await openCache();
    for (const { target, models } of usable) cache?.write(await keyOf(target), models);
  }
  return found;
}

async function keyOf({ provider, baseUrl }: DiscoveryTarget): Promise<CacheKey> {
  return { provider, baseUrl, fingerprint: fingerprintModels(await listModels(provider)) };
}
