// OpenAI Responses: named SSE events around output items; the same events are the text messages of its
// WebSocket form. Azure and Codex differ in paths only.
import { isJsonFields } from "../json.ts";
import type { Block, MidStreamError } from "../parts.ts";
import { isBlock, responseId, type Turn } from "../turn.ts";
import {
  objectUnlessStreaming,
  type Encoder,
  type Encoding,
  type PathClaim,
  type ScriptedError,
  type WireEvent,
} from "./encoder.ts";
import { functionCallItem, messageItem, reasoningItem, refusalItem } from "./responses-items.ts";
import type { EmittedItem, ItemContext } from "./responses-items.ts";
import { responseObject } from "./responses-object.ts";
import { sseFrame } from "./sse.ts";

/** The Responses API of OpenAI, Azure and Codex. */
export const openaiResponses: Encoder = {
  contentType: "text/event-stream; charset=utf-8",
  hasWebSocket: true,
  claim: claimPath,
  objection: ({ transport, json }) =>
    transport === "websocket" ? undefined : objectUnlessStreaming(json),
  begin: encode,
  frame: sseFrame,
  errorBody: ({ status, type, message }: ScriptedError) => ({
    error: {
      message: message ?? `scripted status ${status}`,
      type: type ?? (status === 429 ? "rate_limit_exceeded" : "invalid_request_error"),
      param: null,
      code: type ?? null,
    },
  }),
};

function claimPath(path: string): PathClaim | undefined {
  if (!path.endsWith("/responses")) return undefined;
  if (path.endsWith("/codex/responses")) return { api: "openai-codex-responses" };
  if (path.startsWith("/openai/")) return { api: "azure-openai-responses" };
  return { api: "openai-responses" };
}

function encode(turn: Turn): Encoding {
  const output: object[] = [];
  const lastBlock = turn.steps.findLast(isBlock);
  let sequence = 0;
  const event = (name: string, fields: object): WireEvent => {
    const data = JSON.stringify({ type: name, ...fields, sequence_number: sequence });
    sequence += 1;
    return { name, data };
  };
  const context: ItemContext = {
    turn,
    padding: padding(turn),
    idOf: (prefix) => itemId(turn, output, prefix),
  };
  const whole = (status: string, fields: object): object => ({
    response: responseObject(turn, status, { output, ...fields }),
  });
  function* item(emitted: EmittedItem): Generator<WireEvent> {
    const output_index = output.length;
    yield event("response.output_item.added", { item: emitted.added, output_index });
    for (const [name, fields] of emitted.between) yield event(name, { ...fields, output_index });
    yield event("response.output_item.done", { item: emitted.done, output_index });
    output.push(emitted.done);
  }
  return {
    *open() {
      yield event("response.created", whole("in_progress", {}));
      yield event("response.in_progress", whole("in_progress", {}));
    },
    *block(block) {
      const isCut = block === lastBlock && turn.stop === "length";
      yield* item(emit(context, block, isCut ? "incomplete" : "completed"));
    },
    *close() {
      if (turn.stop === "refusal") yield* item(refusalItem(context));
      const usage = usageFields(turn);
      const reason = incompleteReason(turn);
      if (reason === undefined) yield event("response.completed", whole("completed", { usage }));
      else {
        const incomplete_details = { reason };
        yield event("response.incomplete", whole("incomplete", { incomplete_details, usage }));
      }
    },
    *fail({ errorType, message }: MidStreamError) {
      const error = { type: errorType, code: errorType, message, param: null };
      yield event("error", { error });
      yield event("response.failed", whole("failed", { error: { code: errorType, message } }));
    },
  };
}

function emit(context: ItemContext, block: Block, status: string): EmittedItem {
  if (block.type === "text") return messageItem(context, block, status);
  if (block.type === "thinking") return reasoningItem(context, block);
  return functionCallItem(context, block, status);
}

function itemId(turn: Turn, output: readonly object[], prefix: string): string {
  return `${responseId(turn, prefix)}_${output.length}`;
}

function padding(turn: Turn): object {
  const options = turn.request.json.stream_options;
  const isDeclined = isJsonFields(options) && options.include_obfuscation === false;
  return isDeclined ? {} : { obfuscation: "fakepadding" };
}

function incompleteReason(turn: Turn): string | undefined {
  if (turn.stop === "length") return "max_output_tokens";
  return turn.stop === "contentFilter" ? "content_filter" : undefined;
}

function usageFields({ usage }: Turn): object {
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}
