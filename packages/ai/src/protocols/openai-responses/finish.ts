// How a response ends: what its last status means, success or not, and what it cost.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { ProviderErrorFacts } from "../../model/provider-error.ts";
import {
  type Fields,
  countOf,
  fieldsOf,
  isFields,
  listOf,
  textOf,
} from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";
import { closeItem } from "./output-items.ts";
import type { ResponsesState } from "./state.ts";

const FILTERED: ProviderErrorFacts = {
  kind: "content-filter",
  message: "The provider's content filter stopped the response.",
  retryable: false,
  code: "content_filter",
};
const CANCELLED: ProviderErrorFacts = {
  kind: "server",
  message: "The provider cancelled the response.",
  retryable: true,
  code: "cancelled",
};

/** Reads the closing event. */
export function finishResponse(state: ResponsesState, wire: Fields, out: MessageBuilder): void {
  const response = fieldsOf(wire["response"]);
  const type = (textOf(wire["type"]) ?? "").replace("response.", "");
  const status = textOf(response["status"]) ?? type;
  out.start(textOf(response["id"]));
  readUsage(response["usage"], out);
  readUnannounced(state, response, out);
  if (type === "failed" || status === "failed") {
    throw new StreamError({ error: response["error"] ?? {} });
  }
  if (type === "cancelled" || status === "cancelled") out.fail(CANCELLED);
  else if (state.refusal !== "") {
    const message = state.refusal;
    out.fail({ kind: "refusal", message, retryable: false, code: "refusal" });
  } else finishBy(type === "incomplete" || status === "incomplete", response, out);
}

function finishBy(isIncomplete: boolean, response: Fields, out: MessageBuilder): void {
  const reason = textOf(fieldsOf(response["incomplete_details"])["reason"]);
  if (isIncomplete && reason === "content_filter") out.fail(FILTERED);
  else out.finish(isIncomplete ? "length" : "stop");
}

/** Servers that do not really stream put everything into the last event. */
function readUnannounced(state: ResponsesState, response: Fields, out: MessageBuilder): void {
  if (state.items.size > 0) return;
  for (const [index, item] of listOf(response["output"]).entries()) {
    closeItem(state, index, fieldsOf(item), out);
  }
}

function readUsage(usage: unknown, out: MessageBuilder): void {
  if (!isFields(usage)) return;
  const details = fieldsOf(usage["input_tokens_details"]);
  const prompt = countOf(usage["input_tokens"]) ?? 0;
  const cacheRead = countOf(details["cached_tokens"]) ?? 0;
  const cacheWrite = countOf(details["cache_write_tokens"]) ?? 0;
  const reasoning = countOf(fieldsOf(usage["output_tokens_details"])["reasoning_tokens"]) ?? 0;
  out.usage({
    input: Math.max(0, prompt - cacheRead - cacheWrite),
    output: countOf(usage["output_tokens"]) ?? 0,
    cacheRead,
    cacheWrite,
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  });
}
