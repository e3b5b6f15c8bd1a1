// The conversation in this format's words: user and assistant messages of content blocks, results inside
// user messages.
import { prepareHistory } from "../../history/prepare-history.ts";
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolResultMessage,
} from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { BedrockTraits } from "./bedrock-traits.ts";

/** A message whose blocks may still be added to. */
export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: JsonObject[];
}

const MAX_ID_LENGTH = 64;
const CONTINUED = "(The conversation continues.)";

/** Messages in alternation, the first one a user's. */
export function wireMessages(request: ChatRequest, traits: BedrockTraits): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of prepareHistory(request.messages, request.model, { toolId }).messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    let last = out.at(-1);
    if (last === undefined && role === "assistant") {
      out.push({ role: "user", content: [{ text: CONTINUED }] });
    }
    if (last?.role !== role) out.push((last = { role, content: [] }));
    last.content.push(...blocksOf(message, traits));
  }
  trimLastAnswer(out);
  return out;
}

function toolId(id: string, attempt: number): string {
  const suffix = attempt === 0 ? "" : `_${attempt}`;
  const clean = id.replaceAll(/[^\w-]/g, "_") || "call";
  return clean.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
}

function blocksOf(message: Message, traits: BedrockTraits): JsonObject[] {
  if (message.role === "assistant") return assistantBlocks(message);
  if (message.role === "toolResult") return [resultBlock(message, traits)];
  const { content } = message;
  return typeof content === "string" ? [{ text: content }] : content.map(partBlock);
}

function assistantBlocks(message: AssistantMessage): JsonObject[] {
  return message.content.map((block) => {
    if (block.type === "text") return { text: block.text };
    if (block.type === "thinking") return { reasoningContent: reasoning(block) };
    const { id, name } = block;
    return { toolUse: { toolUseId: id, name, input: block.arguments as JsonObject } };
  });
}

function reasoning({ thinking, thinkingSignature = "", redacted }: ThinkingContent): JsonObject {
  if (redacted === true) return { redactedContent: thinkingSignature };
  return { reasoningText: { text: thinking, signature: thinkingSignature } };
}

function resultBlock(message: ToolResultMessage, traits: BedrockTraits): JsonObject {
  const isFailed = message.isError && traits.knowsResultStatus;
  return {
    toolResult: {
      toolUseId: message.toolCallId,
      content: message.content.map(partBlock),
      ...(isFailed && { status: "error" }),
    },
  };
}

function partBlock(part: TextContent | ImageContent): JsonObject {
  if (part.type === "text") return { text: part.text };
  const format = part.mimeType.replace(/^image\//, "").replace(/^jpg$/, "jpeg");
  return { image: { format, source: { bytes: part.data } } };
}

/** An answer that is to be continued must not end in white space. */
function trimLastAnswer(messages: readonly WireMessage[]): void {
  const last = messages.at(-1);
  const text = last?.role === "assistant" ? last.content.at(-1)?.["text"] : undefined;
  if (last === undefined || typeof text !== "string") return;
  last.content[last.content.length - 1] = { text: text.trimEnd() };
}
