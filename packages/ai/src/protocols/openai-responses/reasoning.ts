// How thinking is asked for, and how it comes back: as encrypted reasoning items that only the same
// model can read. The whole item is the signature of a thinking block.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { type Fields, isFields, listOf, textOf } from "../../wire/json-access.ts";
import type { ResolvedCompat } from "../openai-completions/detect-compat.ts";
import { forcesTool } from "../openai-completions/reasoning.ts";
import { gptTraits } from "./gpt-traits.ts";

/** Fields of the body that concern thinking. */
export function reasoningFields(request: ChatRequest, compat: ResolvedCompat): JsonObject {
  if (!request.model.reasoning) return {};
  const effort = effortWord(request, compat);
  const isOff = effort === undefined || request.options.effort === undefined;
  return {
    ...(effort !== undefined && { reasoning: { effort, ...(!isOff && { summary: "auto" }) } }),
    include: ["reasoning.encrypted_content"],
  };
}

function effortWord(request: ChatRequest, compat: ResolvedCompat): string | undefined {
  const { model, options } = request;
  const isDropped = compat.disableReasoningOnForcedToolChoice && forcesTool(request);
  if (!compat.supportsReasoningEffort || isDropped) return undefined;
  const traits = gptTraits(model.id);
  if (options.effort === undefined) return traits?.offWord;
  const { effort } = options;
  return compat.reasoningEffortMap?.[effort] ?? traits?.effortWords[effort] ?? effort;
}

/** A finished reasoning item as a signature, or undefined when it could not be sent back. */
export function signReasoning(item: Fields): string | undefined {
  const secret = textOf(item["encrypted_content"]) ?? "";
  if (secret === "") return undefined;
  const { id, summary, content } = item;
  const isRaw = listOf(content).length > 0;
  const kept = { type: "reasoning", id, summary: listOf(summary), ...(isRaw && { content }) };
  return JSON.stringify({ ...kept, encrypted_content: secret });
}

const ITEM_ID = /^rs_[\w-]{1,61}$/;

/** The reasoning item to send back for a signature, or undefined when it is not one of ours. */
export function replayReasoning(signature: string | undefined): JsonObject | undefined {
  const item = parse(signature);
  const secret = textOf(item?.["encrypted_content"]) ?? "";
  if (item === undefined || secret === "") return undefined;
  const id = textOf(item["id"]) ?? "";
  const content = listOf(item["content"]) as readonly JsonObject[];
  return {
    type: "reasoning",
    // Gateways make up ids that the API behind them does not take; without one it goes by the content.
    ...(ITEM_ID.test(id) && { id }),
    summary: listOf(item["summary"]) as readonly JsonObject[],
    ...(content.length > 0 && { content }),
    encrypted_content: secret,
  };
}

function parse(signature: string | undefined): Fields | undefined {
  if (signature === undefined || !signature.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(signature);
    return isFields(value) ? value : undefined;
  } catch {
    // Signatures of other formats are opaque; they are simply not sent.
    return undefined;
  }
}
