// `cache_control` for models behind a gateway that cache only what is marked: the system prompt and the
// ends of the last two user turns, each as the last key of a text part.
import type { ChatRequest, JsonObject } from "../../model/request.ts";

const MARKER: JsonObject = { type: "ephemeral" };

/** Marks in place, unless the request wants no caching. */
export function markCache(messages: JsonObject[], { options }: ChatRequest): void {
  if (options.cacheRetention === "none") return;
  const [first] = messages;
  if (first !== undefined && first["role"] !== "user") markAt(messages, 0);
  let left = 2;
  for (let at = messages.length - 1; at > 0 && left > 0; at--) {
    const role = messages[at]?.["role"];
    if ((role === "user" || role === "tool") && markAt(messages, at)) left -= 1;
  }
}

/** Marks the last text of a message; false when it has none that can hold a marker. */
function markAt(messages: JsonObject[], at: number): boolean {
  const message = messages[at] as JsonObject;
  const parts = [...((message["content"] ?? []) as readonly JsonObject[])];
  const last = parts.findLastIndex((part) => part["type"] === "text");
  if (last === -1) return false;
  parts[last] = { ...parts[last], cache_control: MARKER };
  messages[at] = { ...message, content: parts };
  return true;
}
