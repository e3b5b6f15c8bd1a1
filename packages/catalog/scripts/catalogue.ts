// Turns raw facts about models into the rows that ship: chat models only, sound figures, no doubles.
// Pure; reading and writing files is the business of generate.ts.
import type { Api, InputKind, ModelCost, TimeBasedCost, TokenPrices } from "../src/model.ts";
import type { ModelFacts } from "../src/model-row.ts";
import { encodeRow } from "../src/model-row.ts";
import type { Provider } from "../src/provider.ts";

/** A model as the facts file has it. */
export interface RawModel {
  id: string;
  name?: string;
  api?: string;
  baseUrl?: string;
  reasoning?: boolean;
  input?: readonly string[];
  cost?: Readonly<Record<string, unknown>>;
  contextWindow?: number;
  maxTokens?: number;
}

export interface RawProvider {
  api: string;
  baseUrl: string;
  models: readonly RawModel[];
}

const CHAT_APIS: Readonly<Record<string, Api>> = {
  "anthropic-messages": "anthropic-messages",
  "openai-completions": "openai-completions",
  "openai-responses": "openai-responses",
  "openai-codex-responses": "openai-codex-responses",
  "azure-openai-responses": "azure-openai-responses",
  "google-generative-ai": "google-generative-ai",
  "google-gemini-cli": "google-gemini-cli",
  "google-vertex": "google-vertex",
  "bedrock-converse-stream": "bedrock-converse-stream",
  "ollama-chat": "ollama-chat",
  "cursor-agent": "cursor-agent",
  openrouter: "openai-completions",
};

/** Words in an id that mean that the model draws, speaks, listens, films, embeds or ranks. */
const OTHER_TRADES = new Set(
  `image images imagen imagine embed embedding embeddings embedqa embedcode rerank reranker tts asr
   stt whisper transcribe transcription speech audio voice voicechat video realtime live flux veo sora
   kling seedance seedream hailuo lyria music ocr parse nvclip deplot kosmos bge h3 vila`.split(
    /\s+/,
  ),
);

/** Gateway variants that answer hours later, which no conversation can wait for. */
const DEFERRED = /:batch$/;

function isChatModel(model: RawModel, api: string): boolean {
  if (!Object.hasOwn(CHAT_APIS, api) || DEFERRED.test(model.id)) return false;
  return !model.id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => OTHER_TRADES.has(word));
}

function isPositive(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}

/** Prices come from divisions and carry noise in their last digits; negative means "varies". */
function cleanPrice(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return 0;
  return Number(value.toPrecision(10));
}

function cleanPrices(cost: RawModel["cost"]): TokenPrices {
  return {
    input: cleanPrice(cost?.["input"]),
    output: cleanPrice(cost?.["output"]),
    cacheRead: cleanPrice(cost?.["cacheRead"]),
    cacheWrite: cleanPrice(cost?.["cacheWrite"]),
  };
}

/** A tier counts when it can be reached and costs something. */
function cleanCost(cost: RawModel["cost"], contextWindow: number): ModelCost {
  const prices = cleanPrices(cost);
  const raw = cost?.["longContext"] as RawModel["cost"];
  const inputThreshold = raw?.["inputThreshold"];
  const long = cleanPrices(raw);
  const isReal =
    typeof inputThreshold === "number" &&
    isPositive(inputThreshold) &&
    inputThreshold < contextWindow &&
    long.input > 0 &&
    long.output > 0;
  const timeBased = cleanTimeBased(cost?.["timeBased"]);
  return {
    ...prices,
    ...(isReal && { longContext: { inputThreshold, ...long } }),
    ...(timeBased && { timeBased }),
  };
}

const isMinute = (value: unknown): boolean => Number.isInteger(value) && Number(value) <= 1440;

/** Hours and rates that can be understood; prices that would be wrong half the day are left out whole. */
function cleanTimeBased(raw: unknown): TimeBasedCost | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { offPeakMultiplier, peakWindows, effectiveRates } = raw as Partial<TimeBasedCost>;
  const areSound = peakWindows?.every(
    ({ weekdays, startMinute, endMinute }) =>
      weekdays.every((day) => day >= 0 && day <= 6) && isMinute(startMinute) && isMinute(endMinute),
  );
  if (typeof offPeakMultiplier !== "number" || !peakWindows || !areSound) return undefined;
  const rates = effectiveRates
    ?.map((rate) => ({ effectiveFrom: rate.effectiveFrom, ...cleanPrices({ ...rate }) }))
    .toSorted((a, b) => a.effectiveFrom - b.effectiveFrom);
  return { offPeakMultiplier, peakWindows, ...(rates && { effectiveRates: rates }) };
}

const LONGEST_NAME = 60;

function cleanName(model: RawModel): string {
  const name = model.name?.replace(/\s+/g, " ").trim() ?? "";
  return name === "" || name.length > LONGEST_NAME ? model.id : name;
}

function cleanInput(input: readonly string[] = []): InputKind[] {
  return input.includes("image") ? ["text", "image"] : ["text"];
}

/** The shipped models of one provider, by id. */
export function pickModels(raw: RawProvider): ModelFacts[] {
  const byId = new Map<string, ModelFacts>();
  for (const model of raw.models) {
    const rawApi = model.api ?? raw.api;
    const api = CHAT_APIS[rawApi];
    if (api === undefined || !isChatModel(model, rawApi) || !isPositive(model.contextWindow)) {
      continue;
    }
    if (byId.has(model.id)) continue;
    const maxTokens = isPositive(model.maxTokens) ? model.maxTokens : 0;
    byId.set(model.id, {
      id: model.id,
      name: cleanName(model),
      api,
      reasoning: model.reasoning === true,
      input: cleanInput(model.input),
      cost: cleanCost(model.cost, model.contextWindow),
      contextWindow: model.contextWindow,
      maxTokens: Math.min(maxTokens, model.contextWindow),
    });
  }
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.map((facts) => withPromotion(facts, byId));
}

/** A `-spark` variant trades context for speed; its base model is where to go when that runs out. */
function withPromotion(facts: ModelFacts, byId: ReadonlyMap<string, ModelFacts>): ModelFacts {
  const base = facts.id.endsWith("-spark")
    ? byId.get(facts.id.slice(0, -"-spark".length))
    : undefined;
  const isLarger = base !== undefined && base.contextWindow > facts.contextWindow;
  return isLarger ? { ...facts, contextPromotionTarget: base.id } : facts;
}

/** A provider's route for a model must exist, or the model could not be reached. */
function checkRoutes(provider: Provider, facts: readonly ModelFacts[]): void {
  for (const { id, api } of facts) {
    if (api === provider.api || provider.routes?.[api] !== undefined) continue;
    throw new Error(
      `${provider.id}/${id} speaks ${api}, but ${provider.id}.json has no route for it`,
    );
  }
}

/** The text of every data file by file name, from raw facts and the shipped providers. */
export function buildDataFiles(
  raw: Readonly<Record<string, RawProvider>>,
  providers: readonly Provider[],
): Map<string, string> {
  const files = new Map<string, string>();
  const official = new Set<string>();
  for (const provider of [...providers].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const facts = pickModels(raw[provider.id] ?? { ...provider, models: [] });
    if (facts.length === 0) continue;
    checkRoutes(provider, facts);
    files.set(`${provider.id}.txt`, lines(facts.map((model) => encodeRow(model, provider.api))));
    if (provider.official) for (const { id } of facts) official.add(id);
  }
  const ids = [...files.keys()].map((file) => file.slice(0, -".txt".length));
  files.set("official-ids.txt", lines([...official].sort()));
  files.set("index.gen.ts", dataIndex(ids));
  return files;
}

function lines(texts: readonly string[]): string {
  return texts.map((line) => `${line}\n`).join("");
}

/** Object keys as the formatter leaves them. */
export function quoteKey(key: string): string {
  return /^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key);
}

function dataIndex(ids: readonly string[]): string {
  const open = (id: string): string => `  ${quoteKey(id)}: [
    () => import("../providers/${id}.json"),
    () => import("./${id}.txt", { with: { type: "text" } }),
  ],
`;
  return `// Generated by packages/catalog/scripts/generate.ts. Do not edit.
type Open<Content> = () => Promise<{ default: Content }>;

/** Opens a provider's description and its bundled models, one row a line. */
export const data: Readonly<Record<string, readonly [Open<unknown>, Open<string>]>> = {
${ids.map(open).join("")}};
`;
}
