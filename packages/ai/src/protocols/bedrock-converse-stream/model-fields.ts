// Fields that only some vendors' models know: thinking and samplers beyond the common two.
import type { Effort } from "@oh-my-pi/pi-catalog/model";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { planThinking } from "../anthropic-messages/thinking.ts";
import type { BedrockTraits } from "./bedrock-traits.ts";

export interface ModelFields {
  readonly extra: JsonObject;
  readonly isThinking: boolean;
  /** Takes no limit and no sampler with this thinking. */
  readonly hasFixedLimits: boolean;
}

const PLAIN: ModelFields = { extra: {}, isThinking: false, hasFixedLimits: false };
const THREE_LEVELS: Readonly<Record<Effort, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
};

export function modelFields(request: ChatRequest, traits: BedrockTraits): ModelFields {
  if (traits.family === "claude") return claudeFields(request);
  if (traits.family === "nova") return novaFields(request);
  const { effort } = request.options;
  if (traits.family !== "gpt" || effort === undefined || !request.model.reasoning) return PLAIN;
  return { ...PLAIN, extra: { reasoning_effort: THREE_LEVELS[effort] }, isThinking: true };
}

function claudeFields(request: ChatRequest): ModelFields {
  const { isOn, fields } = planThinking(request);
  const traits = claudeTraits(request.model.id);
  const topK = request.options.sampling?.topK;
  const isInterleaved = isOn && traits?.needsInterleavedBeta === true && request.tools.length > 0;
  const isSampled = !isOn && traits?.refusesSampling !== true && topK !== undefined;
  const extra = {
    ...(isOn && fields),
    ...(isInterleaved && { anthropic_beta: ["interleaved-thinking-2025-05-14"] }),
    ...(isSampled && { top_k: topK }),
  };
  return { extra, isThinking: isOn, hasFixedLimits: false };
}

function novaFields({ model, options }: ChatRequest): ModelFields {
  const { effort, sampling } = options;
  if (!model.reasoning || effort === undefined) {
    const topK = sampling?.topK;
    return topK === undefined ? PLAIN : { ...PLAIN, extra: { inferenceConfig: { topK } } };
  }
  const level = THREE_LEVELS[effort];
  const extra = { reasoningConfig: { type: "enabled", maxReasoningEffort: level } };
  return { extra, isThinking: true, hasFixedLimits: level === "high" };
}
