// Anthropic Messages: named SSE events around indexed content blocks.
import type { Block, MidStreamError, StopWord } from "../parts.ts";
import { responseId, toolCallId, type Turn } from "../turn.ts";
import {
  objectUnlessStreaming,
  type Encoder,
  type Encoding,
  type ScriptedError,
  type WireEvent,
} from "./encoder.ts";
import { sseFrame } from "./sse.ts";

const stopReasons: Record<StopWord, string> = {
  stop: "end_turn",
  length: "max_tokens",
  toolUse: "tool_use",
  refusal: "refusal",
  contentFilter: "refusal",
};

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** The Anthropic Messages API, also below Vertex AI. */
export const anthropicMessages: Encoder = {
  contentType: "text/event-stream; charset=utf-8",
  claim(path) {
    const vertex = /\/publishers\/anthropic\/models\/([^/:]+):streamRawPredict$/.exec(path);
    if (vertex?.[1] !== undefined) {
      return { api: "anthropic-messages", model: decodeURIComponent(vertex[1]) };
    }
    return path.endsWith("/messages") ? { api: "anthropic-messages" } : undefined;
  },
  objection: (request) => objectUnlessStreaming(request.json),
  begin: encode,
  frame: sseFrame,
  errorBody: ({ status, type, message }: ScriptedError) => ({
    type: "error",
    error: {
      type: type ?? errorTypes[status] ?? "api_error",
      message: message ?? `scripted status ${status}`,
    },
    request_id: "req_fake",
  }),
};

function encode(turn: Turn): Encoding {
  let index = 0;
  return {
    *open() {
      yield named("message_start", { message: messageStart(turn) });
    },
    *block(block) {
      yield named("content_block_start", { index, content_block: blockStart(turn, block) });
      if (index === 0) yield named("ping", {});
      for (const delta of blockDeltas(block)) yield named("content_block_delta", { index, delta });
      yield named("content_block_stop", { index });
      index += 1;
    },
    *close() {
      yield named("message_delta", {
        delta: {
          stop_reason: stopReasons[turn.stop],
          stop_sequence: null,
          ...(turn.stop === "refusal" || turn.stop === "contentFilter"
            ? { stop_details: { type: "refusal", category: "cyber", explanation: turn.refusal } }
            : {}),
        },
        usage: usageFields(turn, turn.usage.output),
      });
      yield named("message_stop", {});
    },
    *fail({ errorType, message }: MidStreamError) {
      yield named("error", { error: { details: null, type: errorType, message } });
    },
  };
}

function named(name: string, fields: object): WireEvent {
  return { name, data: JSON.stringify({ type: name, ...fields }) };
}

function messageStart(turn: Turn): object {
  return {
    model: turn.model,
    id: responseId(turn, "msg"),
    type: "message",
    role: "assistant",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      ...usageFields(turn, 1),
      cache_creation: {
        ephemeral_5m_input_tokens: turn.usage.cacheWrite,
        ephemeral_1h_input_tokens: 0,
      },
      service_tier: "standard",
    },
  };
}

function usageFields({ usage }: Turn, output: number): object {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: output,
  };
}

function blockStart(turn: Turn, block: Block): object {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "toolCall") {
    return { type: "tool_use", id: toolCallId(turn, block, "toolu"), name: block.name, input: {} };
  }
  return block.isRedacted
    ? { type: "redacted_thinking", data: block.signature }
    : { type: "thinking", thinking: "", signature: "" };
}

function* blockDeltas(block: Block): Generator<object> {
  switch (block.type) {
    case "text":
      for (const text of block.deltas) yield { type: "text_delta", text };
      return;
    case "thinking":
      for (const thinking of block.deltas) yield { type: "thinking_delta", thinking };
      if (block.signature !== undefined && !block.isRedacted) {
        yield { type: "signature_delta", signature: block.signature };
      }
      return;
    case "toolCall":
      yield { type: "input_json_delta", partial_json: "" };
      for (const piece of block.deltas) yield { type: "input_json_delta", partial_json: piece };
  }
}
