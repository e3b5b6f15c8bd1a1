// The request body of ConverseStream. Pure; what a conversation keeps from one request to the next comes
// first, in the order in which it is cached, options after it.
import type { ChatRequest, JsonObject, ServiceTier } from "../../model/request.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { maxTokensOf } from "../anthropic-messages/thinking.ts";
import { bedrockTraits } from "./bedrock-traits.ts";
import { cachePoint, markMessages } from "./cache-points.ts";
import { modelFields } from "./model-fields.ts";
import { toolConfig } from "./tool-config.ts";
import { wireMessages } from "./wire-messages.ts";

/** Builds the body. The model is named by the path. */
export function buildBody(request: ChatRequest): JsonObject {
  const traits = bedrockTraits(request.model.id);
  const point = cachePoint(request, traits);
  const messages = wireMessages(request, traits);
  const system: JsonObject[] = request.system
    .filter((segment) => /\S/.test(segment))
    .map((text) => ({ text }));
  if (point !== undefined && system.length > 0) system.push(point);
  const tools = toolConfig(request, messages, traits.marksTools ? point : undefined);
  markMessages(messages, point);
  const fields = modelFields(request, traits);
  const inference = inferenceConfig(request, fields.isThinking, fields.hasFixedLimits);
  return {
    ...(tools !== undefined && { toolConfig: tools }),
    ...(system.length > 0 && { system }),
    messages: messages as readonly object[] as readonly JsonObject[],
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(Object.keys(fields.extra).length > 0 && { additionalModelRequestFields: fields.extra }),
    ...serviceTier(request),
  };
}

function inferenceConfig(
  request: ChatRequest,
  isThinking: boolean,
  hasFixedLimits: boolean,
): JsonObject {
  if (hasFixedLimits) return {};
  const { temperature, topP } = request.options.sampling ?? {};
  const traits = claudeTraits(request.model.id);
  const isSampled = !isThinking && traits?.refusesSampling !== true;
  const isOneOnly = traits?.takesOneSampler === true && temperature !== undefined;
  return {
    maxTokens: maxTokensOf(request),
    ...(isSampled && temperature !== undefined && { temperature }),
    ...(isSampled && topP !== undefined && !isOneOnly && { topP }),
  };
}

const SERVICE_TIERS: Readonly<Partial<Record<ServiceTier, string>>> = {
  default: "default",
  flex: "flex",
  priority: "priority",
};

function serviceTier({ options }: ChatRequest): JsonObject {
  const type = SERVICE_TIERS[options.serviceTier ?? "none"];
  return type === undefined ? {} : { serviceTier: { type } };
}
