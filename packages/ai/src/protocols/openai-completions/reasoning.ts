// How thinking is asked for, in the words of each family of deployments.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { gptTraits } from "../openai-responses/gpt-traits.ts";
import type { ResolvedCompat } from "./detect-compat.ts";

type Format = ResolvedCompat["thinkingFormat"];

/** True when the request leaves the model no choice but to call a tool. */
export function forcesTool({ options, tools }: ChatRequest): boolean {
  const isForced = options.toolChoice === "required" || typeof options.toolChoice === "object";
  return isForced && tools.length > 0;
}

/** A switch for formats that know only on and off. */
const SWITCHES: Readonly<Partial<Record<Format, (isOn: boolean) => JsonObject>>> = {
  zai: (isOn) => ({ thinking: { type: isOn ? "enabled" : "disabled" } }),
  qwen: (isOn) => ({ enable_thinking: isOn }),
  "qwen-chat-template": (isOn) => ({ chat_template_kwargs: { enable_thinking: isOn } }),
};

/** Fields of the body that concern thinking. */
export function reasoningFields(request: ChatRequest, compat: ResolvedCompat): JsonObject {
  const { model, options } = request;
  if (!model.reasoning) return {};
  const isDropped = compat.disableReasoningOnForcedToolChoice && forcesTool(request);
  const effort = isDropped ? undefined : options.effort;
  const toggle = SWITCHES[compat.thinkingFormat]?.(effort !== undefined) ?? {};
  if (effort === undefined) return toggle;
  const known = gptTraits(model.id)?.effortWords[effort];
  const word = compat.reasoningEffortMap?.[effort] ?? known ?? effort;
  if (compat.thinkingFormat === "openrouter") return { reasoning: { effort: word } };
  return { ...toggle, ...(compat.supportsReasoningEffort && { reasoning_effort: word }) };
}
