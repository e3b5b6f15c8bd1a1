// Joins what the table knows of a host and model with what the user configured. Pure.
import type { OpenAICompat } from "@oh-my-pi/pi-catalog/compat";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import {
  ANY_HOST,
  COMPAT_ROWS,
  type CompatRow,
  type HostTraits,
  type Traits,
} from "./compat-table.ts";

type Optional = "extraBody" | "reasoningEffortMap" | "toolStrictMode" | RoutingKey;
type RoutingKey = "openRouterRouting" | "vercelGatewayRouting";

/** Every switch decided; those that name something to add stay optional. */
export type ResolvedCompat = Required<Omit<OpenAICompat, Optional>> &
  Pick<OpenAICompat, Optional> &
  HostTraits;

/** Blocks that are merged key by key instead of replaced. */
const NESTED = [
  "extraBody",
  "reasoningEffortMap",
  "openRouterRouting",
  "vercelGatewayRouting",
] as const;

/** What the table says of a deployment, without any configuration. */
export function detectCompat(provider: string, baseUrl: string, modelId: string): ResolvedCompat {
  const place = placeOf(baseUrl);
  const id = modelId.toLowerCase();
  const rows = COMPAT_ROWS.filter((row) => matches(row, place, provider, id));
  return rows.reduce<Traits>(
    (traits, row) => merge(traits, row.traits),
    ANY_HOST,
  ) as ResolvedCompat;
}

/** The switches of a model: detected, then as configured. */
export function resolveCompat(model: Model): ResolvedCompat {
  const detected = detectCompat(model.provider, model.baseUrl, model.id);
  return model.compat === undefined ? detected : (merge(detected, model.compat) as ResolvedCompat);
}

function matches(row: CompatRow, place: string, provider: string, modelId: string): boolean {
  return (
    (row.url === undefined || row.url.test(place)) &&
    (row.providers === undefined || row.providers.includes(provider)) &&
    (row.model === undefined || row.model.test(modelId))
  );
}

function merge(under: Traits, over: Traits): Traits {
  const merged: Record<string, unknown> = { ...under, ...over };
  for (const key of NESTED) {
    const both = { ...under[key], ...over[key] };
    if (Object.keys(both).length > 0) merged[key] = both;
  }
  return merged;
}

function placeOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { hostname, pathname } = new URL(baseUrl);
  return hostname + pathname;
}
