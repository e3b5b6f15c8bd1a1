// Local servers that are asked for models without being configured. Data in, data out: the asking is
// done elsewhere.
import type { ModelsConfig } from "../config/models-config.ts";
import { ownProperty } from "../own-property.ts";
import type { DiscoveryKind, Provider } from "../provider.ts";
import { baseUrlFor } from "../provider-url.ts";

/** A server to ask for its models. */
export interface DiscoveryTarget {
  provider: string;
  type: DiscoveryKind;
  api: string;
  baseUrl: string;
  isKeyless: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Is the provider asked without anybody saying so? Keyless ones always, others once a key is set. */
function isImplicit(provider: Provider, env: Env): boolean {
  return provider.auth.includes("none") || provider.env.some((name) => Boolean(env[name]));
}

/**
 * The servers to ask: those configured with `discovery`, and the shipped local ones that the
 * configuration does not mention.
 */
export function discoveryTargets(
  shipped: readonly Provider[],
  providers: ModelsConfig["providers"],
  env: Env,
): DiscoveryTarget[] {
  const configured = Object.entries(providers).flatMap(([provider, config]): DiscoveryTarget[] => {
    const { discovery, api, auth } = config;
    if (discovery === undefined || api === undefined) return [];
    const known = shipped.find((each) => each.discovery === discovery.type);
    const baseUrl = config.baseUrl ?? (known && baseUrlFor(known, env));
    if (baseUrl === undefined) return [];
    return [{ provider, type: discovery.type, api, baseUrl, isKeyless: auth === "none" }];
  });
  const implicit = shipped.flatMap((provider): DiscoveryTarget[] => {
    const { id, discovery, api, auth } = provider;
    if (discovery === undefined || ownProperty(providers, id) || !isImplicit(provider, env))
      return [];
    const baseUrl = baseUrlFor(provider, env);
    return [{ provider: id, type: discovery, api, baseUrl, isKeyless: auth.includes("none") }];
  });
  return [...configured, ...implicit];
}
