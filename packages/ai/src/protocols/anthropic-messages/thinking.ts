// How thinking is asked for: a token budget, or adaptively with an effort. Decided from the request
// alone, because body and headers both depend on it.
import type { Effort } from "@oh-my-pi/pi-catalog/model";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { thinkingBudget } from "../../model/thinking-budget.ts";
import { claudeTraits } from "./claude-traits.ts";

/** Fields of the body that concern thinking. */
export interface ThinkingPlan {
  readonly isOn: boolean;
  readonly fields: JsonObject;
}

const EFFORTS: Readonly<Record<Effort, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
};
/** The API's own minimum, and what must be left for the answer. */
const MIN_BUDGET = 1024;
const OFF: ThinkingPlan = { isOn: false, fields: {} };

/** The most that may be generated, thinking included. */
export function maxTokensOf({ model, options }: ChatRequest): number {
  const limit = model.maxTokens > 0 ? model.maxTokens : 4096;
  return Math.max(1, Math.min(options.maxTokens ?? limit, limit));
}

/** Decides on thinking for a request. */
export function planThinking(request: ChatRequest): ThinkingPlan {
  const { model, options } = request;
  const traits = claudeTraits(model.id);
  const isForced = options.toolChoice === "required" || typeof options.toolChoice === "object";
  if (!model.reasoning) return OFF;
  // The API takes no thinking together with a forced tool.
  if (options.effort === undefined || (isForced && request.tools.length > 0)) {
    // Other vendors' models may think unless told not to.
    return traits === undefined ? { isOn: false, fields: { thinking: { type: "disabled" } } } : OFF;
  }
  if (traits?.thinksAdaptively === true && model.compat?.disableAdaptiveThinking !== true) {
    const display = traits.hidesThinking ? { display: "summarized" } : {};
    const effort =
      traits.knowsXhigh || options.effort !== "xhigh" ? EFFORTS[options.effort] : "max";
    return {
      isOn: true,
      fields: { thinking: { type: "adaptive", ...display }, output_config: { effort } },
    };
  }
  const budget = Math.min(
    thinkingBudget(options.effort, options),
    maxTokensOf(request) - MIN_BUDGET,
  );
  if (budget < MIN_BUDGET || continuesWithoutThinking(request)) return OFF;
  return { isOn: true, fields: { thinking: { type: "enabled", budget_tokens: budget } } };
}

/**
 * With a budget, a turn that goes on after tool results must have begun with this model's thinking;
 * where thinking was off, or another model's, it can only start again with the next turn.
 */
function continuesWithoutThinking({ messages, model }: ChatRequest): boolean {
  if (messages.at(-1)?.role !== "toolResult") return false;
  const last = messages.findLast((message) => message.role === "assistant");
  const first = last?.content.find((block) => block.type !== "text" || /\S/.test(block.text));
  if (last === undefined || first?.type !== "thinking") return true;
  return last.model !== model.id || last.provider !== model.provider || !first.thinkingSignature;
}
