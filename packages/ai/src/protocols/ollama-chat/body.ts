// The request body of Ollama's own chat endpoint. Images are bare base64, arguments are objects, limits
// and sampling live under `options`.
import { prepareHistory } from "../../history/prepare-history.ts";
import type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolResultMessage,
  UserMessage,
} from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";

/** Builds the body. */
export function buildBody(request: ChatRequest): JsonObject {
  const { model, tools, options } = request;
  return {
    model: model.id,
    ...(tools.length > 0 && options.toolChoice !== "none" && { tools: wireTools(request) }),
    messages: wireMessages(request),
    ...(model.reasoning && { think: think(request) }),
    options: wireOptions(request),
    stream: true,
  };
}

function wireTools({ tools }: ChatRequest): JsonObject[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

/** The gpt-oss models take a level, the others only yes or no. */
function think({ model, options }: ChatRequest): JsonObject[string] {
  if (options.effort === undefined) return false;
  if (!/gpt-oss/i.test(model.id)) return true;
  const levels = { minimal: "low", low: "low", medium: "medium", high: "high", xhigh: "high" };
  return levels[options.effort];
}

/** Ollama's own window is small and it cuts longer input without a word: the model's is asked for. */
function wireOptions({ model, options }: ChatRequest): JsonObject {
  const { temperature, topP, topK, minP, presencePenalty, repetitionPenalty } =
    options.sampling ?? {};
  const limit = options.maxTokens ?? model.maxTokens;
  return {
    ...(model.contextWindow > 0 && { num_ctx: model.contextWindow }),
    ...(limit > 0 && { num_predict: limit }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(minP !== undefined && { min_p: minP }),
    ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(repetitionPenalty !== undefined && { repeat_penalty: repetitionPenalty }),
  };
}

function wireMessages({ system, messages, model }: ChatRequest): JsonObject[] {
  const prompt = system.filter((segment) => /\S/.test(segment)).join("\n\n");
  const history = prepareHistory(messages, model, { keepsThinking: () => true });
  return [
    ...(prompt === "" ? [] : [{ role: "system", content: prompt }]),
    ...history.messages.map((message) => {
      if (message.role === "user") return userMessage(message);
      return message.role === "assistant" ? assistantMessage(message) : resultMessage(message);
    }),
  ];
}

function userMessage({ content }: UserMessage): JsonObject {
  if (typeof content === "string") return { role: "user", content };
  return { role: "user", ...contentFields(content) };
}

function resultMessage(message: ToolResultMessage): JsonObject {
  const { toolName, toolCallId, content } = message;
  return {
    role: "tool",
    tool_name: toolName,
    tool_call_id: toolCallId,
    ...contentFields(content),
  };
}

function assistantMessage({ content }: AssistantMessage): JsonObject {
  const calls = content.filter((block) => block.type === "toolCall");
  const thoughts = content.filter((block) => block.type === "thinking");
  const thinking = thoughts.map((block) => block.thinking).join("\n");
  const texts = content.filter((block) => block.type === "text");
  return {
    role: "assistant",
    content: texts.map((block) => block.text).join("\n"),
    ...(thinking !== "" && { thinking }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        function: { name, arguments: args as JsonObject },
      })),
    }),
  };
}

function contentFields(parts: readonly (TextContent | ImageContent)[]): JsonObject {
  const texts = parts.filter((part) => part.type === "text");
  const images = parts.filter((part) => part.type === "image");
  return {
    content: texts.map((part) => part.text).join("\n"),
    ...(images.length > 0 && { images: images.map((image) => image.data) }),
  };
}
