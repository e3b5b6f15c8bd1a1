// Where the prompt cache is told to end. Markers are the last key of their block, so that the bytes
// before each marker are those of the request before; at most four are allowed.
import type { ChatRequest, JsonObject } from "../../model/request.ts";
import type { WireMessage } from "./wire-messages.ts";

/** The marker to use, or undefined when nothing is to be cached. */
export function cacheMarker({ model, options }: ChatRequest): JsonObject | undefined {
  if (options.cacheRetention === "none") return undefined;
  const isLong = options.cacheRetention === "long";
  return isLong && model.compat?.supportsLongCacheRetention !== false
    ? { type: "ephemeral", ttl: "1h" }
    : { type: "ephemeral" };
}

/**
 * Marks the first and the last system segment: the first is shared by more conversations. Without any
 * segment the last tool takes the marker.
 */
export function markSystem(
  system: JsonObject[],
  tools: JsonObject[],
  marker: JsonObject | undefined,
): void {
  if (marker === undefined) return;
  if (system.length === 0) markLast(tools, marker);
  else if (system.length > 1) mark(system, 0, marker);
  markLast(system, marker);
}

/**
 * Marks the end of the conversation and the end of the request before it: a turn may add more blocks
 * than the provider looks back for an earlier cache.
 */
export function markMessages(
  messages: readonly WireMessage[],
  marker: JsonObject | undefined,
): void {
  if (marker === undefined) return;
  let left = 2;
  for (let at = messages.length - 1; at >= 0 && left > 0; at--) {
    const message = messages[at];
    if (message?.role !== "user") continue;
    markLast(message.content, marker);
    left -= 1;
  }
}

function markLast(blocks: JsonObject[], marker: JsonObject): void {
  if (blocks.length > 0) mark(blocks, blocks.length - 1, marker);
}

function mark(blocks: JsonObject[], at: number, marker: JsonObject): void {
  blocks[at] = { ...blocks[at], cache_control: marker };
}
