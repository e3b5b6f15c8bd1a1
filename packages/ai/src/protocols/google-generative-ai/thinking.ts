// How thinking is asked for: a level, or a token budget. Decided from the request alone.
import type { Effort } from "@oh-my-pi/pi-catalog/model";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { thinkingBudget } from "../../model/thinking-budget.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { geminiTraits, type ThinkingLevel, type ThinkingStyle } from "./gemini-traits.ts";

/** Levels for each effort, the best first. */
const LEVELS: Readonly<Record<Effort, readonly ThinkingLevel[]>> = {
  minimal: ["MINIMAL", "LOW"],
  low: ["LOW"],
  medium: ["MEDIUM", "HIGH"],
  high: ["HIGH"],
  xhigh: ["HIGH"],
};
/** Claude's own minimum, and what must be left for its answer. */
const MIN_CLAUDE_BUDGET = 1024;

/** The most that may be generated, thinking included; undefined leaves it to the provider. */
export function maxOutputTokens({ model, options }: ChatRequest): number | undefined {
  const limits = [model.maxTokens, options.maxTokens ?? 0].filter((limit) => limit > 0);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** The `thinkingConfig` of a request, or undefined where nothing is to be said. */
export function thinkingConfig(request: ChatRequest): JsonObject | undefined {
  const { model, options } = request;
  if (!model.reasoning) return undefined;
  const traits = geminiTraits(model.id);
  if (traits !== undefined) {
    return options.effort === undefined
      ? leastThinking(traits.thinking)
      : geminiThinking(traits.thinking, options.effort, options);
  }
  const isClaude = claudeTraits(model.id) !== undefined;
  return isClaude && options.effort !== undefined
    ? claudeThinking(request, options.effort)
    : undefined;
}

function geminiThinking(
  style: ThinkingStyle,
  effort: Effort,
  options: ChatRequest["options"],
): JsonObject {
  if (style.kind === "level") {
    return { includeThoughts: true, thinkingLevel: levelFor(style.levels, effort) };
  }
  const budget = Math.min(Math.max(thinkingBudget(effort, options), style.min), style.max);
  return { includeThoughts: true, thinkingBudget: budget };
}

function levelFor(known: readonly ThinkingLevel[], effort: Effort): ThinkingLevel {
  return LEVELS[effort].find((level) => known.includes(level)) ?? "HIGH";
}

/** Most models cannot stop thinking altogether. */
function leastThinking(style: ThinkingStyle): JsonObject {
  if (style.kind === "level") return { thinkingLevel: levelFor(style.levels, "minimal") };
  return { thinkingBudget: style.canBeOff ? 0 : style.min };
}

function claudeThinking(request: ChatRequest, effort: Effort): JsonObject | undefined {
  const limit = maxOutputTokens(request);
  const wanted = thinkingBudget(effort, request.options);
  const budget = limit === undefined ? wanted : Math.min(wanted, limit - MIN_CLAUDE_BUDGET);
  return budget < MIN_CLAUDE_BUDGET ? undefined : { includeThoughts: true, thinkingBudget: budget };
}
