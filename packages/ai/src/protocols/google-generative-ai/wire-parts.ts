// Single messages as parts: text, images, function calls with their thought signatures, and function
// responses. Knows nothing of turns.
import type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "../../model/message.ts";
import type { JsonObject } from "../../model/request.ts";

/** What the model and the deployment take. */
export interface PartStyle {
  /** Whether calls and responses carry ids; elsewhere their order tells which belong together. */
  readonly hasCallIds: boolean;
  /** Whether images may stand inside a function's response. */
  readonly hasImageResponses: boolean;
  /** Whether the first call of an answer must be signed. */
  readonly wantsSignatures: boolean;
  readonly imageTypes: ReadonlySet<string>;
}

/** Documented by Google for calls that another model made. */
const UNSIGNED = "skip_thought_signature_validator";
/** Signatures travel as bytes. */
const BASE64 = /^[\w+/-]+={0,2}$/;

/** A user's message. */
export function userParts({ content }: UserMessage, style: PartStyle): JsonObject[] {
  if (typeof content === "string") return [{ text: content }];
  return content.map((part) => mediaPart(part, style));
}

/** A model's answer. */
export function modelParts({ content }: AssistantMessage, style: PartStyle): JsonObject[] {
  const firstCall = content.find((block) => block.type === "toolCall");
  return content.map((block): JsonObject => {
    switch (block.type) {
      case "text":
        return { text: block.text, ...signature(block.textSignature) };
      case "thinking":
        return { thought: true, text: block.thinking, ...signature(block.thinkingSignature) };
      case "toolCall": {
        const own = signature(block.thoughtSignature);
        const needsOne =
          style.wantsSignatures && block === firstCall && !("thoughtSignature" in own);
        return {
          functionCall: callOf(block, style),
          ...(needsOne ? { thoughtSignature: UNSIGNED } : own),
        };
      }
    }
  });
}

/** The results of one answer's calls: all responses first, then what does not fit into them. */
export function responseParts(
  results: readonly ToolResultMessage[],
  style: PartStyle,
): JsonObject[] {
  const responses = results.map((result) => responsePart(result, style));
  const images = style.hasImageResponses
    ? []
    : results.flatMap((result) => imagesOf(result, style));
  return [...responses, ...images];
}

function callOf({ id, name, arguments: args }: ToolCall, style: PartStyle): JsonObject {
  return { ...(style.hasCallIds && { id }), name, args: args as JsonObject };
}

function responsePart(result: ToolResultMessage, style: PartStyle): JsonObject {
  const { toolCallId, toolName, content, isError } = result;
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  const images = style.hasImageResponses ? content.filter((part) => part.type === "image") : [];
  const shown = images.filter((image) => style.imageTypes.has(image.mimeType));
  const hidden = images.filter((image) => !style.imageTypes.has(image.mimeType)).map(omission);
  const text = [...texts, ...hidden].join("\n") || "(see the image)";
  return {
    functionResponse: {
      ...(style.hasCallIds && { id: toolCallId }),
      name: toolName,
      response: isError ? { error: text } : { output: text },
      ...(shown.length > 0 && { parts: shown.map(inlineData) }),
    },
  };
}

function imagesOf({ toolName, content }: ToolResultMessage, style: PartStyle): JsonObject[] {
  const images = content.filter((part) => part.type === "image");
  if (images.length === 0) return [];
  const heading = { text: `[Image from ${toolName}]` };
  return [heading, ...images.map((image) => mediaPart(image, style))];
}

function mediaPart(part: TextContent | ImageContent, style: PartStyle): JsonObject {
  if (part.type === "text") return { text: part.text };
  return style.imageTypes.has(part.mimeType) ? inlineData(part) : { text: omission(part) };
}

function inlineData({ mimeType, data }: ImageContent): JsonObject {
  return { inlineData: { mimeType, data } };
}

function omission({ mimeType }: ImageContent): string {
  return `[An image was left out: this model does not read ${mimeType}.]`;
}

function signature(value: string | undefined): JsonObject {
  return value !== undefined && BASE64.test(value) ? { thoughtSignature: value } : {};
}
