// Amazon Bedrock ConverseStream: binary event-stream messages around indexed content blocks.
import type { Block, MidStreamError, StopWord } from "../parts.ts";
import { toolCallId, type Turn } from "../turn.ts";
import { awsMessage } from "./aws-event-stream.ts";
import type { Encoder, Encoding, ScriptedError, WireEvent } from "./encoder.ts";

const stopReasons: Record<StopWord, string> = {
  stop: "end_turn",
  length: "max_tokens",
  toolUse: "tool_use",
  refusal: "guardrail_intervened",
  contentFilter: "content_filtered",
};

const exceptions: Readonly<Record<number, string>> = {
  400: "ValidationException",
  403: "AccessDeniedException",
  404: "ResourceNotFoundException",
  408: "ModelTimeoutException",
  424: "ModelErrorException",
  429: "ThrottlingException",
  500: "InternalServerException",
  503: "ServiceUnavailableException",
};

/** The ConverseStream operation. */
export const bedrockConverseStream: Encoder = {
  contentType: "application/vnd.amazon.eventstream",
  claim(path) {
    const model = /\/model\/([^/]+)\/converse-stream$/.exec(path)?.[1];
    if (model === undefined) return undefined;
    return { api: "bedrock-converse-stream", model: decodeURIComponent(model) };
  },
  objection: () => undefined,
  begin: encode,
  frame: ({ name, data, isException }) =>
    awsMessage(
      [
        [isException === true ? ":exception-type" : ":event-type", name],
        [":content-type", "application/json"],
        [":message-type", isException === true ? "exception" : "event"],
      ],
      data,
    ),
  errorBody: ({ status, message }: ScriptedError) => ({
    message: message ?? `scripted status ${status}`,
  }),
  errorHeaders: ({ status, type }: ScriptedError) => ({
    "x-amzn-errortype": type ?? exceptions[status] ?? "InternalServerException",
  }),
};

function encode(turn: Turn): Encoding {
  let contentBlockIndex = 0;
  return {
    *open() {
      yield event("messageStart", { role: "assistant" });
    },
    *block(block) {
      if (block.type === "toolCall") {
        const toolUse = { name: block.name, toolUseId: toolCallId(turn, block, "tooluse") };
        yield event("contentBlockStart", { contentBlockIndex, start: { toolUse } });
      }
      for (const delta of blockDeltas(block)) {
        yield event("contentBlockDelta", { contentBlockIndex, delta });
      }
      yield event("contentBlockStop", { contentBlockIndex });
      contentBlockIndex += 1;
    },
    *close() {
      yield event("messageStop", { stopReason: stopReasons[turn.stop] });
      yield event("metadata", { metrics: { latencyMs: 1 }, usage: usageFields(turn) });
    },
    *fail({ errorType, message }: MidStreamError) {
      yield { name: errorType, data: JSON.stringify({ message }), isException: true };
    },
  };
}

/** Bedrock pads each payload with a `p` field. */
function event(name: string, fields: object): WireEvent {
  return { name, data: JSON.stringify({ ...fields, p: "abcdefgh" }) };
}

function* blockDeltas(block: Block): Generator<object> {
  if (block.type === "text") {
    for (const text of block.deltas) yield { text };
  } else if (block.type === "toolCall") {
    for (const input of block.deltas) yield { toolUse: { input } };
  } else if (block.isRedacted) {
    const redactedContent = Buffer.from(block.signature ?? "").toString("base64");
    yield { reasoningContent: { redactedContent } };
  } else {
    for (const text of block.deltas) yield { reasoningContent: { text } };
    const { signature } = block;
    if (signature !== undefined) yield { reasoningContent: { signature } };
  }
}

function usageFields({ usage }: Turn): object {
  const total = usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
  return {
    inputTokens: usage.input,
    outputTokens: usage.output,
    serverToolUsage: {},
    totalTokens: total,
    ...(usage.cacheRead === 0 ? {} : { cacheReadInputTokens: usage.cacheRead }),
    ...(usage.cacheWrite === 0 ? {} : { cacheWriteInputTokens: usage.cacheWrite }),
  };
}
