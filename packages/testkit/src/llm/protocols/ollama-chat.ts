// Ollama's native chat: one JSON object a line; tool arguments come whole, figures in the last line.
import type { Block, MidStreamError, StopWord } from "../parts.ts";
import { toolCallId, type Turn } from "../turn.ts";
import type { Encoder, Encoding, ScriptedError, WireEvent } from "./encoder.ts";
import { wholeArguments } from "./whole-arguments.ts";

const doneReasons: Record<StopWord, string> = {
  stop: "stop",
  length: "length",
  toolUse: "stop",
  refusal: "stop",
  contentFilter: "stop",
};

/** The chat endpoint of an Ollama server. */
export const ollamaChat: Encoder = {
  contentType: "application/x-ndjson",
  claim: (path) => (path.endsWith("/api/chat") ? { api: "ollama-chat" } : undefined),
  objection: ({ json }) =>
    json.stream === false ? "the body declines a stream (stream: false)" : undefined,
  begin: encode,
  frame: ({ data }) => `${data}\n`,
  errorBody: ({ status, message }: ScriptedError) => ({
    error: message ?? `scripted status ${status}`,
  }),
};

function encode(turn: Turn): Encoding {
  let toolIndex = 0;
  const line = (message: object, rest: object): WireEvent => ({
    name: "",
    data: JSON.stringify({
      model: turn.model,
      created_at: "2025-06-15T15:06:40.000000Z",
      message: { role: "assistant", content: "", ...message },
      ...rest,
    }),
  });
  return {
    open: () => [],
    *block(block: Block) {
      if (block.type === "toolCall") {
        const id = toolCallId(turn, block, "call");
        const fn = {
          index: toolIndex,
          name: block.name,
          arguments: wholeArguments(block, "Ollama"),
        };
        toolIndex += 1;
        yield line({ tool_calls: [{ id, function: fn }] }, { done: false });
        return;
      }
      const field = block.type === "text" ? "content" : "thinking";
      for (const delta of block.deltas) yield line({ [field]: delta }, { done: false });
    },
    *close() {
      if (turn.stop === "refusal") yield line({ content: turn.refusal }, { done: false });
      yield line({}, { done: true, done_reason: doneReasons[turn.stop], ...figures(turn) });
    },
    *fail({ message }: MidStreamError) {
      yield { name: "", data: JSON.stringify({ error: message }) };
    },
  };
}

function figures({ usage }: Turn): object {
  return {
    total_duration: 30_000_000,
    load_duration: 10_000_000,
    prompt_eval_count: usage.input + usage.cacheRead + usage.cacheWrite,
    prompt_eval_duration: 10_000_000,
    eval_count: usage.output,
    eval_duration: 10_000_000,
  };
}
