// The conversation as input items: messages, function calls with their outputs, and reasoning.
import { prepareHistory } from "../../history/prepare-history.ts";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolCall,
  ToolResultMessage,
} from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { CallIds, itemIdOf, replayMessage } from "./item-ids.ts";
import { replayReasoning } from "./reasoning.ts";

/** The items, in order. */
export function wireInput(request: ChatRequest): JsonObject[] {
  const { messages } = prepareHistory(request.messages, request.model, {
    keepsThinking: (block) => replayReasoning(block.thinkingSignature) !== undefined,
  });
  const ids = new CallIds();
  return messages.flatMap((message) => itemsOf(message, request, ids));
}

function itemsOf(message: Message, request: ChatRequest, ids: CallIds): JsonObject[] {
  if (message.role === "toolResult") return [outputItem(message, ids)];
  if (message.role === "assistant") return assistantItems(message, request, ids);
  const { content, providerPayload } = message;
  if (providerPayload?.provider === request.model.provider) {
    const { items, text } = providerPayload;
    return [...(items as JsonObject[]), { role: "user", content: [inputText(text)] }];
  }
  const parts = typeof content === "string" ? [inputText(content)] : content.map(inputPart);
  return [{ role: "user", content: parts }];
}

function assistantItems(
  message: AssistantMessage,
  { model }: ChatRequest,
  ids: CallIds,
): JsonObject[] {
  const isOwn = message.model === model.id && message.provider === model.provider;
  return message.content.flatMap((block): JsonObject[] => {
    if (block.type === "text") return [messageItem(block)];
    if (block.type === "toolCall") return [callItem(block, isOwn, ids)];
    const item = replayReasoning(block.thinkingSignature);
    return item === undefined ? [] : [item];
  });
}

function messageItem(block: TextContent): JsonObject {
  return {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: block.text, annotations: [] }],
    status: "completed",
    ...replayMessage(block.textSignature),
  };
}

function callItem(call: ToolCall, isOwn: boolean, ids: CallIds): JsonObject {
  const itemId = isOwn ? itemIdOf(call.id) : undefined;
  return {
    type: "function_call",
    ...(itemId !== undefined && { id: itemId }),
    call_id: ids.open(call.id),
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  };
}

function outputItem(message: ToolResultMessage, ids: CallIds): JsonObject {
  const isText = message.content.every((part) => part.type === "text");
  const texts = message.content.map((part) => (part.type === "text" ? part.text : ""));
  return {
    type: "function_call_output",
    call_id: ids.answer(message.toolCallId),
    output: isText ? texts.join("\n") : message.content.map(inputPart),
  };
}

function inputPart(part: TextContent | ImageContent): JsonObject {
  if (part.type === "text") return inputText(part.text);
  const url = `data:${part.mimeType};base64,${part.data}`;
  return { type: "input_image", detail: "auto", image_url: url };
}

function inputText(text: string): JsonObject {
  return { type: "input_text", text };
}
