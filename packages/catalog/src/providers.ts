// The short facts of every provider that ships with omp, at hand without opening any provider's file.
import { providerSummaries } from "../providers/providers.gen.ts";
import type { ProviderSummary } from "./provider.ts";

/** Every shipped provider in its usual order. */
export function listProviders(): readonly ProviderSummary[] {
  return providerSummaries;
}
