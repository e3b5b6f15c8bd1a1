// The conversation in this format's words: user and assistant messages of content blocks, results
// inside user messages. Always blocks, never plain strings, so that a cache marker changes no form.
import { prepareHistory } from "../../history/prepare-history.ts";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
} from "../../model/message.ts";
import type { ChatRequest, JsonObject, JsonValue } from "../../model/request.ts";

/** A message whose blocks may still be added to. */
export type WireMessage = {
  readonly role: "user" | "assistant";
  readonly content: JsonObject[];
};

const MAX_ID_LENGTH = 64;
const CONTINUED = "(The conversation continues.)";

/** Messages in alternation, the first one a user's. */
export function wireMessages({ messages, model }: ChatRequest): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of prepareHistory(messages, model, { toolId }).messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    let last = out.at(-1);
    if (last === undefined && role === "assistant") {
      out.push({ role: "user", content: [{ type: "text", text: CONTINUED }] });
    }
    if (last?.role !== role) out.push((last = { role, content: [] }));
    appendBlocks(last.content, message);
  }
  trimLastAnswer(out);
  return out;
}

function toolId(id: string, attempt: number): string {
  const suffix = attempt === 0 ? "" : `_${attempt}`;
  const clean = /^[\w-]+$/.test(id) ? id : id.replaceAll(/[^\w-]/g, "_") || "call";
  return clean.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
}

function appendBlocks(blocks: JsonObject[], message: Message): void {
  if (message.role === "assistant") appendAssistant(blocks, message);
  else if (message.role === "toolResult") blocks.push(resultBlock(message));
  else if (typeof message.content === "string")
    blocks.push({ type: "text", text: message.content });
  else for (const part of message.content) blocks.push(partBlock(part));
}

function appendAssistant(blocks: JsonObject[], message: AssistantMessage): void {
  for (const block of message.content) {
    if (block.type === "text") blocks.push({ type: "text", text: block.text });
    else if (block.type === "toolCall") {
      const { id, name } = block;
      blocks.push({ type: "tool_use", id, name, input: block.arguments as JsonObject });
    } else if (block.redacted === true) {
      blocks.push({ type: "redacted_thinking", data: block.thinkingSignature ?? "" });
    } else {
      const signature = block.thinkingSignature ?? "";
      blocks.push({ type: "thinking", thinking: block.thinking, signature });
    }
  }
}

function resultBlock(message: ToolResultMessage): JsonObject {
  const [first, ...others] = message.content;
  const isText = first?.type === "text" && others.length === 0;
  const content: JsonValue = isText ? first.text : message.content.map(partBlock);
  return {
    type: "tool_result",
    tool_use_id: message.toolCallId,
    content,
    ...(message.isError && { is_error: true }),
  };
}

function partBlock(part: TextContent | ImageContent): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mimeType, data } = part;
  return { type: "image", source: { type: "base64", media_type: mimeType, data } };
}

/** An answer that is to be continued must not end in white space. */
function trimLastAnswer(messages: readonly WireMessage[]): void {
  const last = messages.at(-1);
  const block = last?.role === "assistant" ? last.content.at(-1) : undefined;
  if (typeof block?.["text"] !== "string" || last === undefined) return;
  last.content[last.content.length - 1] = { ...block, text: block["text"].trimEnd() };
}
