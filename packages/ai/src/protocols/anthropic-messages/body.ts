// The request body of the Messages API. Pure; what a conversation keeps from one request to the next
// comes first, in the order in which it is cached, options after it.
import type { ChatRequest, JsonObject, ServiceTier, ToolChoice } from "../../model/request.ts";
import { cacheMarker, markMessages, markSystem } from "./cache-markers.ts";
import { claudeTraits } from "./claude-traits.ts";
import { chooseStrictTools, type StrictSchemas } from "./strict-tools.ts";
import { maxTokensOf, planThinking } from "./thinking.ts";
import { wireMessages } from "./wire-messages.ts";

/** Builds the body. */
export function buildBody(request: ChatRequest, schemas: StrictSchemas): JsonObject {
  const { model, options } = request;
  const system: JsonObject[] = request.system
    .filter((segment) => /\S/.test(segment))
    .map((text) => ({ type: "text", text }));
  const tools = wireTools(request, schemas);
  const messages = wireMessages(request);
  const marker = cacheMarker(request);
  markSystem(system, tools, marker);
  markMessages(messages, marker);
  const thinking = planThinking(request);
  const userId = options.metadata?.["user_id"];
  return {
    model: model.id,
    ...(tools.length > 0 && { tools }),
    ...(system.length > 0 && { system }),
    messages,
    max_tokens: maxTokensOf(request),
    ...thinking.fields,
    ...toolChoice(options.toolChoice, tools.length > 0),
    ...sampling(request, thinking.isOn),
    ...tier(request),
    ...(userId !== undefined && { metadata: { user_id: userId } }),
    stream: true,
  };
}

function wireTools({ model, tools, options }: ChatRequest, schemas: StrictSchemas): JsonObject[] {
  const { compat = {} } = model;
  const traits = claudeTraits(model.id);
  const mayBeStrict =
    options.strictTools !== false &&
    compat.disableStrictTools !== true &&
    traits?.refusesStrictTools === false;
  const strict = mayBeStrict ? chooseStrictTools(tools, schemas) : [];
  const isEager = compat.supportsEagerToolInputStreaming ?? traits !== undefined;
  return tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: strict[index] ?? tool.parameters,
    ...(strict[index] !== undefined && { strict: true }),
    ...(isEager && { eager_input_streaming: true }),
  }));
}

function toolChoice(choice: ToolChoice | undefined, hasTools: boolean): JsonObject {
  if (choice === undefined || choice === "auto" || !hasTools) return {};
  if (choice === "none") return { tool_choice: { type: "none" } };
  if (choice === "required") return { tool_choice: { type: "any" } };
  return { tool_choice: { type: "tool", name: choice.tool } };
}

function sampling({ model, options }: ChatRequest, isThinking: boolean): JsonObject {
  const { temperature, topP, topK } = options.sampling ?? {};
  const traits = claudeTraits(model.id);
  if (isThinking || traits?.refusesSampling === true) return {};
  const isOneOnly = traits?.takesOneSampler === true && temperature !== undefined;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && !isOneOnly && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}

/** True when the request asks for the faster serving of a model that has one. */
export function wantsFastMode({ model, options }: ChatRequest): boolean {
  const isWanted = options.serviceTier === "priority" || options.serviceTier === "claude-only";
  return isWanted && claudeTraits(model.id)?.hasFastMode === true;
}

const SERVICE_TIERS: Readonly<Partial<Record<ServiceTier, string>>> = {
  auto: "auto",
  default: "standard_only",
};

function tier(request: ChatRequest): JsonObject {
  if (wantsFastMode(request)) return { speed: "fast" };
  const name = SERVICE_TIERS[request.options.serviceTier ?? "none"];
  return name === undefined ? {} : { service_tier: name };
}
