// Groups concrete models under their official ids, and says which of a group to use.
import type { Model } from "../model.ts";
import { canonicalId, type Equivalence, type OfficialIndex } from "./canonical-id.ts";

/** The concrete models of each official id, in registry order. Keys are lower case. */
export type CanonicalIndex = ReadonlyMap<string, CanonicalGroup>;

/** One official model and everywhere it can be had. */
export interface CanonicalGroup {
  id: string;
  variants: readonly Model[];
}

/** What decides between several models that would all do. */
export interface Preference {
  /** Does the model's provider have credentials (or need none)? Default: yes. */
  isAvailable?: (model: Model) => boolean;
  /** Providers from most to least wanted; others follow in registry order. */
  providerOrder?: readonly string[];
}

/** Groups `models` by official id. */
export function buildCanonicalIndex(
  models: readonly Model[],
  official: OfficialIndex,
  equivalence?: Equivalence,
): CanonicalIndex {
  const groups = new Map<string, { id: string; variants: Model[] }>();
  for (const model of models) {
    const id = canonicalId(model, official, equivalence);
    if (id === undefined) continue;
    const group = groups.get(id.toLowerCase());
    if (group) group.variants.push(model);
    else groups.set(id.toLowerCase(), { id, variants: [model] });
  }
  return groups;
}

/** Where a provider stands; smaller is better. Providers that are not listed are all equal. */
export function providerRank(provider: string, order: readonly string[] = []): number {
  const place = order.indexOf(provider);
  return place < 0 ? order.length : place;
}

function isTagged(model: Model): boolean {
  return model.id.includes(":");
}

/**
 * The variant to use: one that is available, then by `providerOrder`, then by registry order. Of one
 * provider's variants the plain one goes before those with a tag such as `:free`. Undefined when none
 * is available.
 */
export function chooseVariant(
  variants: readonly Model[],
  { isAvailable = () => true, providerOrder }: Preference = {},
): Model | undefined {
  const ranked = variants
    .filter(isAvailable)
    .map((model, place) => ({ model, place, rank: providerRank(model.provider, providerOrder) }))
    .sort((a, b) => a.rank - b.rank || a.place - b.place);
  const best = ranked[0]?.model;
  if (best === undefined) return undefined;
  const siblings = ranked.filter(({ model }) => model.provider === best.provider);
  return siblings.find(({ model }) => !isTagged(model))?.model ?? best;
}
