// Where the prompt cache is told to end: after the tools, the system prompt, the conversation and the
// request before it. At most four points are allowed.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { BedrockTraits } from "./bedrock-traits.ts";
import type { WireMessage } from "./wire-messages.ts";

/** The point to use, or undefined when nothing is to be cached. */
export function cachePoint(
  { options, model }: ChatRequest,
  traits: BedrockTraits,
): JsonObject | undefined {
  if (!traits.marksCache || options.cacheRetention === "none") return undefined;
  const isLong = options.cacheRetention === "long" && traits.cachesLong;
  const isAllowed = model.compat?.supportsLongCacheRetention !== false;
  return { cachePoint: { type: "default", ...(isLong && isAllowed && { ttl: "1h" }) } };
}

/** Marks the last two messages of the user. */
export function markMessages(
  messages: readonly WireMessage[],
  point: JsonObject | undefined,
): void {
  if (point === undefined) return;
  const asked = messages.filter(({ role }) => role === "user");
  for (const message of asked.slice(-2)) message.content.push(point);
}
