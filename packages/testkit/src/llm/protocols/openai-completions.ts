// OpenAI Chat Completions: unnamed SSE chunks that carry deltas of one choice, then `[DONE]`.
import { isJsonFields, type JsonFields } from "../json.ts";
import type { Block, MidStreamError, StopWord, ThinkingBlock } from "../parts.ts";
import { isBlock, responseId, toolCallId, type Turn } from "../turn.ts";
import {
  objectUnlessStreaming,
  type Encoder,
  type Encoding,
  type ScriptedError,
  type WireEvent,
} from "./encoder.ts";
import { sseFrame } from "./sse.ts";

const finishReasons: Record<StopWord, string> = {
  stop: "stop",
  length: "length",
  toolUse: "tool_calls",
  refusal: "stop",
  contentFilter: "content_filter",
};

const errorTypes: Readonly<Record<number, string>> = {
  401: "invalid_request_error",
  429: "rate_limit_exceeded",
  500: "server_error",
  503: "server_error",
};

/** The Chat Completions API of OpenAI and those who follow it. */
export const openaiCompletions: Encoder = {
  contentType: "text/event-stream; charset=utf-8",
  claim: (path) => (path.endsWith("/chat/completions") ? { api: "openai-completions" } : undefined),
  objection: (request) => objectUnlessStreaming(request.json),
  begin: encode,
  frame: sseFrame,
  errorBody: ({ status, type, message }: ScriptedError) => ({
    error: {
      message: message ?? `scripted status ${status}`,
      type: type ?? errorTypes[status] ?? "invalid_request_error",
      param: null,
      code: type ?? null,
    },
  }),
};

function encode(turn: Turn): Encoding {
  const options = streamOptions(turn);
  const wantsUsage = options.include_usage === true;
  const padding = options.include_obfuscation === false ? {} : { obfuscation: "fakepadding" };
  let toolIndex = 0;
  const chunk = (fields: object): WireEvent => ({
    name: "",
    data: JSON.stringify({
      id: responseId(turn, "chatcmpl"),
      object: "chat.completion.chunk",
      created: 1_750_000_000,
      model: turn.model,
      service_tier: "default",
      system_fingerprint: "fp_fake",
      ...fields,
      ...padding,
    }),
  });
  const delta = (fields: object, finish_reason: string | null = null): WireEvent =>
    chunk({
      choices: [{ index: 0, delta: fields, logprobs: null, finish_reason }],
      ...(wantsUsage ? { usage: null } : {}),
    });
  return {
    *open() {
      const startsWithTool = turn.steps.find(isBlock)?.type === "toolCall";
      yield delta({ role: "assistant", content: startsWithTool ? null : "", refusal: null });
    },
    *block(block) {
      for (const fields of blockDeltas(turn, block, toolIndex)) yield delta(fields);
      if (block.type === "toolCall") toolIndex += 1;
    },
    *close() {
      if (turn.stop === "refusal") yield delta({ refusal: turn.refusal });
      yield delta({}, finishReasons[turn.stop]);
      if (wantsUsage) yield chunk({ choices: [], usage: usageFields(turn) });
      yield { name: "", data: "[DONE]" };
    },
    *fail({ errorType, message }: MidStreamError) {
      const error = { message, type: errorType, param: null, code: errorType };
      yield { name: "", data: JSON.stringify({ error }) };
    },
  };
}

function* blockDeltas(turn: Turn, block: Block, index: number): Generator<object> {
  switch (block.type) {
    case "text":
      for (const content of block.deltas) yield { content };
      return;
    case "thinking":
      yield* thinkingDeltas(block);
      return;
    case "toolCall":
      yield {
        tool_calls: [
          {
            index,
            id: toolCallId(turn, block, "call"),
            type: "function",
            function: { name: block.name, arguments: "" },
          },
        ],
      };
      for (const piece of block.deltas) {
        yield { tool_calls: [{ index, function: { arguments: piece } }] };
      }
  }
}

/** `reasoning` comes with the gateways' details, which hold the signature; `reasoning_content` has none. */
function* thinkingDeltas(block: ThinkingBlock): Generator<object> {
  if (block.isRedacted) {
    const hidden = { type: "reasoning.encrypted", data: block.signature };
    yield { reasoning_details: [{ ...hidden, format: "anthropic-claude-v1", index: 0 }] };
    return;
  }
  const detail = (fields: object) => [
    { type: "reasoning.text", ...fields, format: "anthropic-claude-v1", index: 0 },
  ];
  for (const text of block.deltas) {
    yield block.field === "reasoning"
      ? { reasoning: text, reasoning_details: detail({ text }) }
      : { reasoning_content: text };
  }
  if (block.field === "reasoning" && block.signature !== undefined) {
    const { signature } = block;
    yield { reasoning: "", reasoning_details: detail({ text: "", signature }) };
  }
}

function streamOptions(turn: Turn): JsonFields {
  const options = turn.request.json.stream_options;
  return isJsonFields(options) ? options : {};
}

function usageFields({ usage }: Turn): object {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
