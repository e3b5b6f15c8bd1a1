// The request body of the Responses API. Pure; what a conversation keeps from one request to the next
// comes first, options after it.
import type { ChatRequest, JsonObject, ServiceTier } from "../../model/request.ts";
import { type ResolvedCompat, resolveCompat } from "../openai-completions/detect-compat.ts";
import type { ResponsesDialect } from "./dialect.ts";
import { reasoningFields } from "./reasoning.ts";
import { wireInput } from "./wire-input.ts";
import { type ResponsesSchemas, wireTools } from "./wire-tools.ts";

/** Below this the API rejects a limit. */
const MIN_OUTPUT_TOKENS = 16;
const NO_INSTRUCTIONS = "Follow the conversation.";

/** Builds the body. */
export function buildBody(
  request: ChatRequest,
  dialect: ResponsesDialect,
  schemas: ResponsesSchemas,
): JsonObject {
  const { model, tools } = request;
  const compat = compatOf(request, dialect);
  const prompt = request.system.filter((segment) => /\S/.test(segment)).join("\n\n");
  const lead = dialect.needsInstructions === true ? [] : systemItem(prompt, request, compat);
  return {
    model: model.id,
    ...(tools.length > 0 && { tools: wireTools(request, compat, schemas) }),
    ...(dialect.needsInstructions === true && { instructions: prompt || NO_INSTRUCTIONS }),
    input: [...lead, ...wireInput(request)],
    ...toolChoice(request, compat),
    ...reasoningFields(request, compat),
    ...(dialect.hasFixedLimits !== true && { ...limits(request), ...sampling(request, compat) }),
    ...caching(request, compat, dialect),
    ...(compat.isOpenAI && serviceTier(request)),
    ...(model.compat?.supportsStore !== false && { store: false }),
    stream: true,
    ...(compat.extraBody as JsonObject | undefined),
  };
}

function compatOf({ model }: ChatRequest, dialect: ResponsesDialect): ResolvedCompat {
  const compat = resolveCompat(model);
  if (dialect.isOpenAI !== true || compat.isOpenAI) return compat;
  const { supportsDeveloperRole = true, supportsStrictMode = true } = model.compat ?? {};
  return { ...compat, isOpenAI: true, supportsDeveloperRole, supportsStrictMode };
}

function systemItem(prompt: string, request: ChatRequest, compat: ResolvedCompat): JsonObject[] {
  if (prompt === "") return [];
  const isDeveloper = request.model.reasoning && compat.supportsDeveloperRole;
  return [{ role: isDeveloper ? "developer" : "system", content: prompt }];
}

function toolChoice({ options, tools }: ChatRequest, compat: ResolvedCompat): JsonObject {
  const { toolChoice: choice } = options;
  if (choice === undefined || tools.length === 0 || !compat.supportsToolChoice) return {};
  if (typeof choice === "string") return { tool_choice: choice };
  return { tool_choice: { type: "function", name: choice.tool } };
}

function limits({ model, options }: ChatRequest): JsonObject {
  if (options.maxTokens === undefined) return {};
  const most =
    model.maxTokens > 0 ? Math.min(options.maxTokens, model.maxTokens) : options.maxTokens;
  return { max_output_tokens: Math.max(most, MIN_OUTPUT_TOKENS) };
}

function sampling({ model, options }: ChatRequest, compat: ResolvedCompat): JsonObject {
  // OpenAI's reasoning models take no sampling knobs, and none of its models takes the last four.
  if (compat.isOpenAI && model.reasoning) return {};
  const knobs = options.sampling ?? {};
  const { temperature, topP, topK, minP, presencePenalty, repetitionPenalty } = knobs;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(!compat.isOpenAI && {
      ...(topK !== undefined && { top_k: topK }),
      ...(minP !== undefined && { min_p: minP }),
      ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
      ...(repetitionPenalty !== undefined && { repetition_penalty: repetitionPenalty }),
    }),
  };
}

function caching(
  { options }: ChatRequest,
  compat: ResolvedCompat,
  dialect: ResponsesDialect,
): JsonObject {
  if (options.cacheRetention === "none") return {};
  const isLong = options.cacheRetention === "long" && dialect.hasFixedLimits !== true;
  return {
    ...(options.sessionId !== undefined && { prompt_cache_key: options.sessionId }),
    ...(isLong && compat.isOpenAI && { prompt_cache_retention: "24h" }),
  };
}

const SERVICE_TIERS: Readonly<Partial<Record<ServiceTier, string>>> = {
  auto: "auto",
  default: "default",
  flex: "flex",
  scale: "scale",
  priority: "priority",
  "openai-only": "priority",
};

function serviceTier({ options }: ChatRequest): JsonObject {
  const tier = SERVICE_TIERS[options.serviceTier ?? "none"];
  return tier === undefined ? {} : { service_tier: tier };
}
