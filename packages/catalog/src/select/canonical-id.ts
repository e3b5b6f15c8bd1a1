// Which official model a concrete one is: the same model is sold under many names. Works on names
// only; knows nothing of prices, credentials or which variant is to be used.
import { ownProperty } from "../own-property.ts";

/** The user's word on which names are the same model (`equivalence` in models.yml). */
export interface Equivalence {
  /** `provider/id` to official id. */
  overrides?: Readonly<Record<string, string>>;
  /** `provider/id` of models that stay out of every group. */
  exclude?: readonly string[];
}

interface Named {
  provider: string;
  id: string;
}

/** Vendors whose name gateways put before a model's id. */
const UPSTREAMS: ReadonlySet<string> = new Set(
  `anthropic openai google x-ai xai deepseek deepseek-ai moonshotai moonshot z-ai zai zai-org
   minimax minimaxai mistralai mistral qwen meta meta-llama nvidia xiaomi xiaomimimo`.split(/\s+/),
);

/** `region.` before the vendor and `-v1:0` behind the model, as Bedrock has them. */
const BEDROCK = /^(?:[a-z]{2,6}(?:-gov)?\.)?([a-z0-9-]+)\.(.+?)(?:-v\d+(?::\d+)?)?$/;

/** Official ids by a spelling in which case and the dots and dashes of versions do not count. */
export type OfficialIndex = ReadonlyMap<string, string | null>;

function spelling(id: string): string {
  return id.toLowerCase().replace(/(?<=\d)[._](?=\d)/g, "-");
}

/** Prepares official ids for `canonicalId`. A spelling that two of them share decides nothing. */
export function indexOfficialIds(ids: Iterable<string>): OfficialIndex {
  const index = new Map<string, string | null>();
  for (const id of ids) {
    const key = spelling(id);
    const other = index.get(key);
    index.set(key, other === undefined || other === id ? id : null);
  }
  return index;
}

interface Upstream {
  name: string;
  /** Is the name worth keeping even when it is no official id? */
  isTrusted: boolean;
}

/** The id without what a gateway put around it. */
function stripUpstream(id: string): Upstream {
  const slash = id.lastIndexOf("/");
  const vendor = slash < 0 ? "" : (id.slice(0, slash).split(/[/:]/).at(-1) ?? "");
  if (UPSTREAMS.has(vendor.toLowerCase())) {
    return { name: id.slice(slash + 1).replace(/:.*$/, ""), isTrusted: true };
  }
  const bedrock = slash < 0 ? BEDROCK.exec(id) : null;
  if (bedrock?.[1] !== undefined && bedrock[2] !== undefined && UPSTREAMS.has(bedrock[1])) {
    return { name: bedrock[2], isTrusted: false };
  }
  return { name: id, isTrusted: false };
}

function findOfficial(id: string, official: OfficialIndex): string | undefined {
  const dated = id.replace(/@default$/, "").replace("@", "-");
  return official.get(spelling(id)) ?? official.get(spelling(dated)) ?? undefined;
}

/**
 * The official id that a concrete model belongs to, or undefined when the user keeps it out of every
 * group. In this order: the user's override, an official id of the same spelling, the same behind a
 * gateway's prefix, the model's own id.
 */
export function canonicalId(
  model: Named,
  official: OfficialIndex,
  equivalence: Equivalence = {},
): string | undefined {
  const selector = `${model.provider}/${model.id}`;
  if (equivalence.exclude?.includes(selector)) return undefined;
  const override = ownProperty(equivalence.overrides, selector);
  if (override !== undefined) return override;
  const { name, isTrusted } = stripUpstream(model.id);
  const known = findOfficial(model.id, official) ?? findOfficial(name, official);
  return known ?? (isTrusted ? name : model.id);
}
