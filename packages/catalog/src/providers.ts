// Which providers ship with omp. The short facts of all of them are at hand; a provider's own file is
// opened only when it is asked for.
import { providers as files } from "../providers/index.gen.ts";
import { providerSummaries } from "../providers/providers.gen.ts";
import { ownProperty } from "./own-property.ts";
import type { Provider, ProviderSummary } from "./provider.ts";

/** Every shipped provider in its usual order, without opening any provider's file. */
export function listProviders(): readonly ProviderSummary[] {
  return providerSummaries;
}

/** The shipped provider of that id, whole. */
export async function loadProvider(id: string): Promise<Provider | undefined> {
  const open = ownProperty<() => Promise<{ default: unknown }>>(files, id);
  if (open === undefined) return undefined;
  // A test runs checkProvider over every shipped file.
  return (await open()).default as Provider;
}
