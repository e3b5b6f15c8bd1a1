// Joins what the table knows of a host and model with what the user configured. Pure.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import {
  ANY_HOST,
  COMPAT_ROWS,
  type CompatRow,
  type ResolvedCompat,
  type Traits,
} from "./compat-table.ts";

export type { ResolvedCompat };

/** What the table says of a deployment, without any configuration. */
export function detectCompat(provider: string, baseUrl: string, modelId: string): ResolvedCompat {
  const place = placeOf(baseUrl);
  const id = modelId.toLowerCase();
  const rows = COMPAT_ROWS.filter((row) => matches(row, place, provider, id));
  return rows.reduce((traits, row) => merge(traits, row.traits), ANY_HOST);
}

/** The switches of a model: detected, then as configured. */
export function resolveCompat(model: Model): ResolvedCompat {
  const detected = detectCompat(model.provider, model.baseUrl, model.id);
  return model.compat === undefined ? detected : merge(detected, model.compat);
}

function matches(row: CompatRow, place: string, provider: string, modelId: string): boolean {
  return (
    (row.url === undefined || row.url.test(place)) &&
    (row.providers === undefined || row.providers.includes(provider)) &&
    (row.model === undefined || row.model.test(modelId))
  );
}

/** Blocks are merged key by key, everything else is replaced. */
function merge(under: ResolvedCompat, over: Traits): ResolvedCompat {
  const extraBody = join(under.extraBody, over.extraBody);
  const reasoningEffortMap = join(under.reasoningEffortMap, over.reasoningEffortMap);
  const openRouterRouting = join(under.openRouterRouting, over.openRouterRouting);
  const vercelGatewayRouting = join(under.vercelGatewayRouting, over.vercelGatewayRouting);
  return {
    ...under,
    ...over,
    ...(extraBody && { extraBody }),
    ...(reasoningEffortMap && { reasoningEffortMap }),
    ...(openRouterRouting && { openRouterRouting }),
    ...(vercelGatewayRouting && { vercelGatewayRouting }),
  };
}

function join<Block extends object>(under?: Block, over?: Block): Block | undefined {
  return under === undefined || over === undefined ? (over ?? under) : { ...under, ...over };
}

function placeOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  const { hostname, pathname } = new URL(baseUrl);
  return hostname + pathname;
}
