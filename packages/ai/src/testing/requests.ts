// For tests only: short ways to write models, messages and requests, and golden files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "../model/message.ts";
import type { ChatRequest, JsonObject, RequestOptions, ToolSpec } from "../model/request.ts";
import { emptyUsage } from "../model/usage.ts";

export function aModel(extra: Partial<Model> & Pick<Model, "api">): Model {
  return {
    id: "model-1",
    name: "Model 1",
    provider: "provider-1",
    baseUrl: "https://api.example.com/v1",
    reasoning: false,
    input: ["text", "image"],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxTokens: 64_000,
    ...extra,
  };
}

export const text = (value: string): TextContent => ({ type: "text", text: value });
export const image = (data = "iVBORw0KGgo="): ImageContent => ({
  type: "image",
  data,
  mimeType: "image/png",
});
export const call = (id: string, name: string, args: Record<string, unknown>): ToolCall => ({
  type: "toolCall",
  id,
  name,
  arguments: args,
});
export const thought = (thinking: string, thinkingSignature?: string): ThinkingContent => ({
  type: "thinking",
  thinking,
  ...(thinkingSignature && { thinkingSignature }),
});

export function user(content: UserMessage["content"]): UserMessage {
  return { role: "user", content, timestamp: 0 };
}

/** An assistant message as this model would have given it. */
export function assistant(
  model: Model,
  content: AssistantMessage["content"],
  extra: Partial<AssistantMessage> = {},
): AssistantMessage {
  const hasCalls = content.some((block) => block.type === "toolCall");
  return {
    role: "assistant",
    content,
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: emptyUsage(),
    stopReason: hasCalls ? "toolUse" : "stop",
    timestamp: 0,
    ...extra,
  };
}

export function result(
  toolCallId: string,
  toolName: string,
  content: ToolResultMessage["content"],
  isError = false,
): ToolResultMessage {
  return { role: "toolResult", toolCallId, toolName, content, isError, timestamp: 0 };
}

export const READ_TOOL: ToolSpec = {
  name: "read",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, limit: { type: "integer" } },
    required: ["path"],
    additionalProperties: false,
  },
};
export const GREP_TOOL: ToolSpec = {
  name: "grep",
  description: "Searches files.",
  parameters: { type: "object", properties: { pattern: { type: "string", minLength: 1 } } },
};

/** A tool whose arguments are not all known: it cannot be strict. */
export const OPEN_TOOL: ToolSpec = {
  name: "call",
  description: "Calls a service.",
  parameters: {
    type: "object",
    properties: { target: { oneOf: [{ type: "string" }, { type: "integer" }] } },
    additionalProperties: { type: "string" },
  },
};

export function aRequest(
  model: Model,
  messages: readonly Message[],
  options: RequestOptions = {},
  extra: Partial<ChatRequest> = {},
): ChatRequest {
  return { model, system: ["You are omp."], messages, tools: [], options, ...extra };
}

/** What a golden file holds. A missing one is written, and must then be looked at: the caller fails. */
export function golden(path: string, actual: JsonObject): unknown {
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(actual, null, 2)}\n`);
  throw new Error(`${path} was missing and has been written; check it and run again`);
}
