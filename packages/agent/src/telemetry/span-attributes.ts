// Names and values of what spans carry: OpenTelemetry's GenAI conventions, and our own under `pi.gen_ai`.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { ProviderErrorFacts } from "@oh-my-pi/pi-ai/provider-error";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { Attributes } from "@opentelemetry/api";
import type { ToolOutcome } from "../tool/outcome.ts";
import type { ToolCallFacts } from "./run-recorder.ts";
import type { RunReport } from "./run-report.ts";

/** Who runs. */
export interface AgentIdentity {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
}

/** The same with what is absent left out. */
export function known(attributes: Readonly<Record<string, Attributes[string]>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

export function agentAttributes(agent: AgentIdentity, conversationId?: string): Attributes {
  return known({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": agent.name,
    "gen_ai.agent.id": agent.id,
    "gen_ai.agent.description": agent.description,
    "gen_ai.conversation.id": conversationId,
  });
}

export function requestAttributes(request: ChatRequest, step: number | undefined): Attributes {
  const { model, options } = request;
  const { toolChoice } = options;
  return known({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": model.provider,
    "gen_ai.request.model": model.id,
    "gen_ai.request.max_tokens": options.maxTokens,
    "gen_ai.request.temperature": options.sampling?.temperature,
    "gen_ai.request.top_p": options.sampling?.topP,
    "gen_ai.request.top_k": options.sampling?.topK,
    "pi.gen_ai.step": step,
    "pi.gen_ai.effort": options.effort,
    "pi.gen_ai.tool_choice": typeof toolChoice === "object" ? toolChoice.tool : toolChoice,
    "pi.gen_ai.api": model.api,
  });
}

export function responseAttributes(
  message: AssistantMessage,
  facts: ProviderErrorFacts | undefined,
): Attributes {
  const { usage, stopReason } = message;
  const isFailed = stopReason === "error" || stopReason === "aborted";
  return known({
    "gen_ai.response.id": message.responseId,
    "gen_ai.response.model": message.model,
    "gen_ai.response.finish_reasons": [stopReason],
    "gen_ai.usage.input_tokens": usage.input + usage.cacheRead + usage.cacheWrite,
    "gen_ai.usage.output_tokens": usage.output,
    "gen_ai.usage.cache_read.input_tokens": usage.cacheRead,
    "gen_ai.usage.cache_creation.input_tokens": usage.cacheWrite,
    "pi.gen_ai.cost": usage.cost.total,
    "pi.gen_ai.status": isFailed ? stopReason : "ok",
    "error.type": isFailed ? (facts?.kind ?? stopReason) : undefined,
    "http.response.status_code": message.errorStatus,
  });
}

export function toolAttributes(call: ToolCallFacts): Attributes {
  return known({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": call.name,
    "gen_ai.tool.call.id": call.callId,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.description": call.description,
  });
}

export function outcomeAttributes({ status }: ToolOutcome): Attributes {
  return known({
    "pi.gen_ai.status": status,
    "error.type": status === "ok" ? undefined : status,
  });
}

export function reportAttributes({ summary }: RunReport): Attributes {
  const { usage, stopReason } = summary;
  return known({
    "gen_ai.usage.input_tokens": usage.input + usage.cacheRead + usage.cacheWrite,
    "gen_ai.usage.output_tokens": usage.output,
    "gen_ai.response.finish_reasons": stopReason === undefined ? undefined : [stopReason],
    "pi.gen_ai.cost": usage.cost,
    "pi.gen_ai.steps": summary.steps,
    "pi.gen_ai.tool_calls": summary.toolCalls,
  });
}
