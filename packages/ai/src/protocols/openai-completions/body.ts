// The request body of Chat Completions. Pure; what a conversation keeps from one request to the next
// comes first, options after it.
import type { ChatRequest, JsonObject, ServiceTier } from "../../model/request.ts";
import { markCache } from "./cache-markers.ts";
import { type ResolvedCompat, resolveCompat } from "./detect-compat.ts";
import { reasoningFields } from "./reasoning.ts";
import { type StrictSchemas, toolSchemas } from "./tool-schemas.ts";
import { wireMessages } from "./wire-messages.ts";

/** Builds the body. */
export function buildBody(request: ChatRequest, schemas: StrictSchemas): JsonObject {
  const { model, options, tools } = request;
  const compat = resolveCompat(model);
  const messages = wireMessages(request, compat);
  if (compat.marksCache) markCache(messages, request);
  return {
    model: model.id,
    ...(tools.length > 0 && { tools: wireTools(request, compat, schemas) }),
    messages,
    ...maxTokens(request, compat),
    ...reasoningFields(request, compat),
    ...toolChoice(request, compat),
    ...sampling(request, compat),
    ...(compat.isOpenAI && openAIExtras(options)),
    ...routing(compat),
    ...(compat.supportsStore && { store: false }),
    stream: true,
    ...(compat.supportsUsageInStreaming && { stream_options: { include_usage: true } }),
    ...(compat.extraBody as JsonObject | undefined),
  };
}

function wireTools(
  request: ChatRequest,
  compat: ResolvedCompat,
  schemas: StrictSchemas,
): JsonObject[] {
  const { saysStrict, results } = toolSchemas(request, compat, schemas);
  return request.tools.map(({ name, description, parameters }, index) => {
    const { schema = parameters, strict = false } = results[index] ?? {};
    return {
      type: "function",
      function: { name, description, parameters: schema, ...(saysStrict && { strict }) },
    };
  });
}

function maxTokens({ model, options }: ChatRequest, compat: ResolvedCompat): JsonObject {
  const limit = options.maxTokens ?? model.maxTokens;
  const capped = model.maxTokens > 0 ? Math.min(limit, model.maxTokens) : limit;
  return capped > 0 ? { [compat.maxTokensField]: capped } : {};
}

function toolChoice({ options, tools }: ChatRequest, compat: ResolvedCompat): JsonObject {
  const { toolChoice: choice } = options;
  if (choice === undefined || tools.length === 0 || !compat.supportsToolChoice) return {};
  if (typeof choice === "string") return { tool_choice: choice };
  return { tool_choice: { type: "function", function: { name: choice.tool } } };
}

function sampling({ model, options }: ChatRequest, compat: ResolvedCompat): JsonObject {
  const { temperature, topP, topK, minP, presencePenalty, repetitionPenalty } =
    options.sampling ?? {};
  // OpenAI's reasoning models take no sampling knobs, and none of its models takes the last three.
  if (compat.isOpenAI && model.reasoning) return {};
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(!compat.isOpenAI && {
      ...(topK !== undefined && { top_k: topK }),
      ...(minP !== undefined && { min_p: minP }),
      ...(repetitionPenalty !== undefined && { repetition_penalty: repetitionPenalty }),
    }),
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

function openAIExtras(options: ChatRequest["options"]): JsonObject {
  const tier = SERVICE_TIERS[options.serviceTier ?? "none"];
  const isCached = options.cacheRetention !== "none";
  return {
    ...(tier !== undefined && { service_tier: tier }),
    ...(isCached && options.sessionId !== undefined && { prompt_cache_key: options.sessionId }),
    ...(options.cacheRetention === "long" && { prompt_cache_retention: "24h" }),
  };
}

function routing(compat: ResolvedCompat): JsonObject {
  const { gateway, openRouterRouting, vercelGatewayRouting } = compat;
  if (gateway === "openrouter" && openRouterRouting) {
    return { provider: openRouterRouting as JsonObject };
  }
  if (gateway === "vercel" && vercelGatewayRouting) {
    return { providerOptions: { gateway: vercelGatewayRouting as JsonObject } };
  }
  return {};
}
