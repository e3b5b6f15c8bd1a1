// The compact form of a model in the bundled data: one JSON array a line, so that one model can be
// read out of a provider's file without decoding the others. Knows the columns and nothing else.
import type { Api, InputKind, Model, ModelCost, TimeBasedCost } from "./model.ts";
import type { ProviderEndpoint } from "./provider.ts";

/** The output limit of a model that does not give its own. */
export const DEFAULT_MAX_TOKENS = 16_384;

/** What the bundled data says of a model; the rest comes from its provider. */
export interface ModelFacts {
  id: string;
  name: string;
  api: Api;
  reasoning: boolean;
  input: readonly InputKind[];
  cost: ModelCost;
  contextWindow: number;
  /** 0 when nobody says. */
  maxTokens: number;
  contextPromotionTarget?: string;
}

type Row = readonly [
  id: string,
  name: string | 0,
  contextWindow: number,
  maxTokens: number,
  flags: number,
  input?: number,
  output?: number,
  cacheRead?: number,
  cacheWrite?: number,
  api?: string | 0,
  contextPromotionTarget?: string | 0,
  longContext?: LongContextRow | 0,
  timeBased?: TimeBasedRow | 0,
];
type TimeBasedRow = readonly [
  offPeakMultiplier: number,
  windows: readonly (readonly [weekdays: readonly number[], start: number, end: number])[],
  rates?: readonly RateRow[],
];
type RateRow = readonly [
  effectiveFrom: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
];
type LongContextRow = readonly [
  inputThreshold: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
];

const REASONING = 1;
const IMAGES = 2;

/** One line of a data file, without its line feed. `usualApi` is the provider's. */
export function encodeRow(facts: ModelFacts, usualApi: Api): string {
  const flags = (facts.reasoning ? REASONING : 0) + (facts.input.includes("image") ? IMAGES : 0);
  const { input, output, cacheRead, cacheWrite, longContext, timeBased } = facts.cost;
  const row: (string | number | LongContextRow | TimeBasedRow)[] = [
    facts.id,
    facts.name === facts.id ? 0 : facts.name,
    facts.contextWindow,
    facts.maxTokens,
    flags,
    input,
    output,
    cacheRead,
    cacheWrite,
    facts.api === usualApi ? 0 : facts.api,
    facts.contextPromotionTarget ?? 0,
    longContext === undefined ? 0 : encodeLongContext(longContext),
    timeBased === undefined ? 0 : encodeTimeBased(timeBased),
  ];
  while (row.at(-1) === 0 && row.length > 5) row.pop();
  return JSON.stringify(row);
}

function encodeLongContext(prices: NonNullable<ModelCost["longContext"]>): LongContextRow {
  const { inputThreshold, input, output, cacheRead, cacheWrite } = prices;
  return [inputThreshold, input, output, cacheRead, cacheWrite];
}

function toLongContext(row: LongContextRow | 0): Pick<ModelCost, "longContext"> {
  if (row === 0) return {};
  const [inputThreshold, input, output, cacheRead, cacheWrite] = row;
  return { longContext: { inputThreshold, input, output, cacheRead, cacheWrite } };
}

function encodeTimeBased(cost: TimeBasedCost): TimeBasedRow {
  const { offPeakMultiplier, peakWindows, effectiveRates } = cost;
  const windows = peakWindows.map(
    ({ weekdays, startMinute, endMinute }) => [weekdays, startMinute, endMinute] as const,
  );
  if (effectiveRates === undefined) return [offPeakMultiplier, windows];
  const rates = effectiveRates.map(
    ({ effectiveFrom, input, output, cacheRead, cacheWrite }) =>
      [effectiveFrom, input, output, cacheRead, cacheWrite] as const,
  );
  return [offPeakMultiplier, windows, rates];
}

function toTimeBased(row: TimeBasedRow | 0): Pick<ModelCost, "timeBased"> {
  if (row === 0) return {};
  const [offPeakMultiplier, windows, rates] = row;
  const peakWindows = windows.map(([weekdays, startMinute, endMinute]) => ({
    weekdays,
    startMinute,
    endMinute,
  }));
  const effectiveRates = rates?.map(([effectiveFrom, input, output, cacheRead, cacheWrite]) => ({
    effectiveFrom,
    input,
    output,
    cacheRead,
    cacheWrite,
  }));
  return {
    timeBased: { offPeakMultiplier, peakWindows, ...(effectiveRates && { effectiveRates }) },
  };
}

function toFacts(row: Row, usualApi: Api): ModelFacts {
  const [id, name, contextWindow, maxTokens, flags, ...rest] = row;
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, api = 0, target = 0, ...costs] =
    rest;
  const [long = 0, timed = 0] = costs;
  return {
    id,
    name: name === 0 ? id : name,
    api: api === 0 ? usualApi : api,
    reasoning: (flags & REASONING) !== 0,
    input: (flags & IMAGES) !== 0 ? ["text", "image"] : ["text"],
    cost: { input, output, cacheRead, cacheWrite, ...toLongContext(long), ...toTimeBased(timed) },
    contextWindow,
    maxTokens,
    ...(target === 0 ? {} : { contextPromotionTarget: target }),
  };
}

/** The facts of every model in a data file, in its order. */
export function decodeRows(rows: string, usualApi: Api): ModelFacts[] {
  if (rows === "") return [];
  const parsed = JSON.parse(`[${rows.trimEnd().replaceAll("\n", ",")}]`) as Row[];
  return parsed.map((row) => toFacts(row, usualApi));
}

/** The facts of one model, found without decoding the other lines. */
export function decodeRow(rows: string, id: string, usualApi: Api): ModelFacts | undefined {
  const opening = `[${JSON.stringify(id)},`;
  const start = rows.startsWith(opening) ? 0 : rows.indexOf(`\n${opening}`) + 1;
  if (start === 0 && !rows.startsWith(opening)) return undefined;
  const end = rows.indexOf("\n", start);
  const line = rows.slice(start, end < 0 ? undefined : end);
  return toFacts(JSON.parse(line) as Row, usualApi);
}

/** A model as the provider with this id and endpoint serves it. */
export function serveModel(
  facts: ModelFacts,
  provider: Pick<ProviderEndpoint, "api" | "baseUrl" | "routes" | "headers" | "compat"> & {
    id: string;
  },
): Model {
  const { maxTokens, ...known } = facts;
  const route = facts.api === provider.api ? undefined : provider.routes?.[facts.api];
  const baseUrl = (route ?? provider.baseUrl).replaceAll("{model}", facts.id);
  const limit = maxTokens > 0 ? maxTokens : DEFAULT_MAX_TOKENS;
  return {
    ...known,
    provider: provider.id,
    baseUrl,
    maxTokens: Math.min(limit, facts.contextWindow),
    ...(provider.headers ? { headers: provider.headers } : {}),
    ...(provider.compat ? { compat: provider.compat } : {}),
  };
}
