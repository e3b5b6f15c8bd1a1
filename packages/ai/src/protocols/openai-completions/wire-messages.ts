// The conversation in this format's words: system, user, assistant and tool messages. Every departure
// that some deployment needs is a switch of its compat.
import { prepareHistory } from "../../history/prepare-history.ts";
import type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "../../model/message.ts";
import type { ChatRequest, JsonObject, JsonValue } from "../../model/request.ts";
import type { ResolvedCompat } from "./detect-compat.ts";
import { detailsOf } from "./reasoning-details.ts";
import { mistralToolId, openAIToolId } from "./wire-tool-id.ts";

/** Stands where a deployment insists on words that nobody said. */
const FILLER = ".";
const NO_REASONING = "(not recorded)";
const IMAGES_FOLLOW = "(see the image in the next message)";
const RESULT_IMAGES = "Images from the tool results above:";

/** The messages, the system prompt first. */
export function wireMessages(request: ChatRequest, compat: ResolvedCompat): JsonObject[] {
  const writer = new MessageWriter(request, compat);
  const history = prepareHistory(request.messages, request.model, {
    toolId: compat.requiresMistralToolIds ? mistralToolId : openAIToolId,
    keepsThinking: () => !compat.requiresThinkingAsText,
    ...(compat.requiresThinkingAsText && {
      thinkingAsText: (thinking: string) => `<thinking>\n${thinking}\n</thinking>`,
    }),
  });
  for (const message of history.messages) {
    if (message.role === "user") writer.user(message);
    else if (message.role === "assistant") writer.assistant(message);
    else writer.result(message);
  }
  return writer.finish();
}

class MessageWriter {
  readonly #compat: ResolvedCompat;
  readonly #isReasoning: boolean;
  readonly #out: JsonObject[] = [];
  /** Images of results wait for the end of their group: tool messages hold only text. */
  #resultImages: ImageContent[] = [];
  #isAfterResult = false;

  constructor({ model, system }: ChatRequest, compat: ResolvedCompat) {
    this.#compat = compat;
    this.#isReasoning = model.reasoning;
    const segments = system.filter((segment) => /\S/.test(segment));
    if (segments.length === 0) return;
    const role = model.reasoning && compat.supportsDeveloperRole ? "developer" : "system";
    const content = compat.marksCache ? segments.map(textPart) : segments.join("\n\n");
    this.#out.push({ role, content });
  }

  finish(): JsonObject[] {
    this.#flushImages();
    return this.#out;
  }

  user({ content }: UserMessage): void {
    this.#flushImages();
    this.#bridge();
    if (typeof content === "string") {
      this.#out.push({ role: "user", content: this.#plain(content) });
      return;
    }
    const isPlain = !this.#compat.marksCache && content.every((part) => part.type === "text");
    const wire = isPlain ? joinTexts(content) : content.map(part);
    this.#out.push({ role: "user", content: wire });
  }

  assistant(message: AssistantMessage): void {
    this.#flushImages();
    this.#isAfterResult = false;
    const said = joinTexts(message.content.filter((block) => block.type === "text"));
    const calls = message.content.filter((block) => block.type === "toolCall");
    const needsFiller =
      said === "" && calls.length > 0 && this.#compat.requiresAssistantContentForToolCalls;
    this.#out.push({
      role: "assistant",
      content: needsFiller ? FILLER : said,
      ...this.#reasoning(message, calls.length > 0),
      ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
    });
  }

  result(message: ToolResultMessage): void {
    const images = message.content.filter((block) => block.type === "image");
    const said = joinTexts(message.content.filter((block) => block.type === "text"));
    this.#resultImages.push(...images);
    this.#isAfterResult = true;
    this.#out.push({
      role: "tool",
      tool_call_id: message.toolCallId,
      ...(this.#compat.requiresToolResultName && { name: message.toolName }),
      content: this.#plain(said || IMAGES_FOLLOW),
    });
  }

  /** Where a marker may come and go, text has the form that can hold it from the start. */
  #plain(said: string): JsonValue {
    return this.#compat.marksCache ? [textPart(said)] : said;
  }

  #reasoning(message: AssistantMessage, hasCalls: boolean): JsonObject {
    const { reasoningContentField, requiresReasoningContentForToolCalls } = this.#compat;
    const thoughts = message.content.filter((block) => block.type === "thinking");
    const details = thoughts.length > 0 || hasCalls ? detailsOf(message.providerPayload) : [];
    const isWanted = requiresReasoningContentForToolCalls && hasCalls && this.#isReasoning;
    const text = thoughts.map((block) => block.thinking).join("\n");
    return {
      ...(isWanted && { [reasoningContentField]: text || NO_REASONING }),
      ...(details.length > 0 && { reasoning_details: details }),
    };
  }

  #flushImages(): void {
    if (this.#resultImages.length === 0) return;
    const images = this.#resultImages.map(part);
    this.#resultImages = [];
    this.#bridge();
    this.#out.push({ role: "user", content: [textPart(RESULT_IMAGES), ...images] });
  }

  /** Some deployments want to hear the assistant between a result and the user. */
  #bridge(): void {
    const needsBridge = this.#isAfterResult && this.#compat.requiresAssistantAfterToolResult;
    if (needsBridge) this.#out.push({ role: "assistant", content: FILLER });
    this.#isAfterResult = false;
  }
}

function wireCall(call: ToolCall): JsonObject {
  return {
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    ...(call.thoughtSignature !== undefined && {
      extra_content: { google: { thought_signature: call.thoughtSignature } },
    }),
  };
}

function joinTexts(parts: readonly (TextContent | ImageContent)[]): string {
  return parts.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function part(block: TextContent | ImageContent): JsonObject {
  if (block.type === "text") return textPart(block.text);
  const url = `data:${block.mimeType};base64,${block.data}`;
  return { type: "image_url", image_url: { url } };
}

function textPart(text: string): JsonObject {
  return { type: "text", text };
}
