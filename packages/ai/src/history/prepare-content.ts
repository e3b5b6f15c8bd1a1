// Makes the content of single messages acceptable: nothing empty, no image for a model that cannot
// see, no thinking that is not this model's own. Returns the given objects where nothing changes.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type {
  AssistantMessage,
  ImageContent,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "../model/message.ts";
import { DEFAULT_RULES, type HistoryRules } from "./history-rules.ts";
import type { NoteRepair } from "./repair.ts";

const EMPTY_MESSAGE = "(empty message)";
const EMPTY_RESULT = "(no output)";
const IMAGE_NOTE = "[An image was left out: this model cannot see images.]";

type Part = TextContent | ImageContent;
type Block = TextContent | ThinkingContent | ToolCall;

export function prepareUser(message: UserMessage, model: Model, note: NoteRepair): UserMessage {
  const { content } = message;
  if (typeof content === "string") {
    if (!isBlank(content)) return message;
    note("empty-content", "a message without content");
    return { ...message, content: EMPTY_MESSAGE };
  }
  const parts = prepareParts(content, model, EMPTY_MESSAGE, note);
  return parts === content ? message : { ...message, content: parts };
}

export function prepareResult(
  message: ToolResultMessage,
  wireId: string,
  model: Model,
  note: NoteRepair,
): ToolResultMessage {
  const content = prepareParts(message.content, model, EMPTY_RESULT, note);
  if (content === message.content && wireId === message.toolCallId) return message;
  return { ...message, toolCallId: wireId, content };
}

/** The message with what may be sent of it, or undefined when nothing is left to say. */
export function prepareAssistant(
  message: AssistantMessage,
  model: Model,
  rules: HistoryRules,
  note: NoteRepair,
): AssistantMessage | undefined {
  const isOwn = isSameModel(message, model);
  const content: Block[] = [];
  let isChanged = false;
  for (const block of message.content) {
    const prepared = prepareBlock(block, message, isOwn, rules, note);
    if (prepared !== block) isChanged = true;
    if (prepared !== undefined) content.push(prepared);
  }
  if (!content.some((block) => block.type !== "thinking")) {
    note("message-dropped", "an assistant message without text or tool calls");
    return undefined;
  }
  while (content.at(-1)?.type === "thinking") {
    note("thinking-removed", "thinking that led to nothing");
    content.pop();
    isChanged = true;
  }
  if (isOwn || message.providerPayload === undefined) {
    return isChanged ? { ...message, content } : message;
  }
  const { providerPayload: _foreign, ...own } = message;
  return { ...own, content };
}

function prepareBlock(
  block: Block,
  message: AssistantMessage,
  isOwn: boolean,
  rules: HistoryRules,
  note: NoteRepair,
): Block | undefined {
  if (block.type === "thinking") return prepareThinking(block, isOwn, rules, note);
  if (block.type === "text") {
    if (isBlank(block.text)) return undefined;
    return isOwn || block.textSignature === undefined ? block : textOf(block.text);
  }
  const isCut = message.stopReason === "error" || message.stopReason === "aborted";
  if (isCut || block.name === "") {
    note("incomplete-call", `a call of ${block.name || "an unnamed tool"} that was never finished`);
    return undefined;
  }
  if (isOwn || block.thoughtSignature === undefined) return block;
  const { thoughtSignature: _foreign, ...call } = block;
  return call;
}

function prepareThinking(
  block: ThinkingContent,
  isOwn: boolean,
  rules: HistoryRules,
  note: NoteRepair,
): ThinkingContent | TextContent | undefined {
  const keeps = rules.keepsThinking ?? DEFAULT_RULES.keepsThinking;
  if (isOwn && keeps(block)) return block;
  if (rules.thinkingAsText === undefined || isBlank(block.thinking)) {
    note("thinking-removed", isOwn ? "thinking without a signature" : "thinking of another model");
    return undefined;
  }
  note("thinking-as-text", "thinking given as text");
  return textOf(rules.thinkingAsText(block.thinking));
}

function prepareParts(parts: Part[], model: Model, placeholder: string, note: NoteRepair): Part[] {
  const canSee = model.input.includes("image");
  const isFine = (part: Part) =>
    part.type === "image" ? canSee && part.data !== "" : !isBlank(part.text);
  if (parts.length > 0 && parts.every(isFine)) return parts;
  const prepared: Part[] = [];
  for (const part of parts) {
    if (isFine(part)) prepared.push(part);
    else if (part.type === "image" && part.data !== "") {
      note("image-omitted", `a ${part.mimeType} image`);
      prepared.push(textOf(IMAGE_NOTE));
    }
  }
  if (prepared.length > 0) return prepared;
  note("empty-content", "a message without content");
  return [textOf(placeholder)];
}

function isSameModel(message: AssistantMessage, model: Model): boolean {
  return (
    message.model === model.id && message.provider === model.provider && message.api === model.api
  );
}

function textOf(text: string): TextContent {
  return { type: "text", text };
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
