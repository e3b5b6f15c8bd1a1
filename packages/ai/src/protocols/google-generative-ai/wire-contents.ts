// The conversation as contents: user and model in turns, the responses to an answer's calls together and
// in the order of the calls.
import { prepareHistory } from "../../history/prepare-history.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../model/message.ts";
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import { modelParts, type PartStyle, responseParts, userParts } from "./wire-parts.ts";

/** A turn whose parts may still be added to. */
interface WireContent {
  readonly role: "user" | "model";
  readonly parts: JsonObject[];
}

const MAX_ID_LENGTH = 64;
const CONTINUED = "(The conversation continues.)";

/** Contents in alternation, the first and the last one a user's. */
export function wireContents({ messages, model }: ChatRequest, style: PartStyle): JsonObject[] {
  const out: WireContent[] = [];
  const prepared = prepareHistory(messages, model, { toolId }).messages;
  for (let at = 0; at < prepared.length; at++) {
    const message = prepared[at] as Message;
    if (message.role === "assistant") {
      if (out.length === 0) append(out, "user", [{ text: CONTINUED }]);
      append(out, "model", modelParts(message, style));
      const results = resultsAfter(prepared, at);
      if (results.length > 0)
        append(out, "user", responseParts(inCallOrder(results, message), style));
      at += results.length;
    } else if (message.role === "user") {
      append(out, "user", userParts(message, style));
    }
  }
  if (out.at(-1)?.role === "model") append(out, "user", [{ text: CONTINUED }]);
  return out.map(({ role, parts }) => ({ role, parts }));
}

function toolId(id: string, attempt: number): string {
  const suffix = attempt === 0 ? "" : `_${attempt}`;
  const clean = id.replaceAll(/[^\w-]/g, "_") || "call";
  return clean.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
}

function append(out: WireContent[], role: WireContent["role"], parts: readonly JsonObject[]): void {
  const last = out.at(-1);
  if (last?.role === role) last.parts.push(...parts);
  else out.push({ role, parts: [...parts] });
}

function resultsAfter(messages: readonly Message[], at: number): ToolResultMessage[] {
  const results: ToolResultMessage[] = [];
  for (let next = messages[at + 1]; next?.role === "toolResult";) {
    results.push(next);
    next = messages[at + 1 + results.length];
  }
  return results;
}

/** A result is told by its place, and under the name that was called. */
function inCallOrder(
  results: readonly ToolResultMessage[],
  { content }: AssistantMessage,
): ToolResultMessage[] {
  const byId = new Map(results.map((result) => [result.toolCallId, result]));
  return content.flatMap((block) => {
    const result = block.type === "toolCall" ? byId.get(block.id) : undefined;
    if (block.type !== "toolCall" || result === undefined) return [];
    return [result.toolName === block.name ? result : { ...result, toolName: block.name }];
  });
}
