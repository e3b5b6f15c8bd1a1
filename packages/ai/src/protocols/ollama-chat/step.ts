// Reads the lines of an Ollama chat response. Tool calls come whole; the last line has the counts.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import {
  type Fields,
  countOf,
  fieldsOf,
  listOf,
  parseEvent,
  textOf,
} from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";

/** What is known of the response so far. */
export interface OllamaState {
  kind: "text" | "thinking" | undefined;
  blocks: number;
  calls: number;
}

export function beginState(): OllamaState {
  return { kind: undefined, blocks: 0, calls: 0 };
}

export function step(state: OllamaState, event: WireEvent, out: MessageBuilder): void {
  const line = parseEvent(event.data);
  if (line["error"]) throw new StreamError(line);
  out.start();
  const message = fieldsOf(line["message"]);
  write(state, "thinking", textOf(message["thinking"]) ?? "", out);
  write(state, "text", textOf(message["content"]) ?? "", out);
  for (const call of listOf(message["tool_calls"])) readCall(state, fieldsOf(call), out);
  if (line["done"] === true) finish(line, out);
}

function write(
  state: OllamaState,
  kind: "text" | "thinking",
  delta: string,
  out: MessageBuilder,
): void {
  if (delta === "") return;
  if (state.kind !== kind) {
    out.closeAll();
    state.kind = kind;
    state.blocks += 1;
  }
  if (kind === "text") out.text(state.blocks, delta);
  else out.thinking(state.blocks, delta);
}

function readCall(state: OllamaState, call: Fields, out: MessageBuilder): void {
  out.closeAll();
  state.kind = undefined;
  const { name, arguments: args } = fieldsOf(call["function"]);
  const key = `call ${state.calls++}`;
  out.toolCall(key, { id: textOf(call["id"]), name: textOf(name) });
  if (args !== undefined && args !== null) {
    out.toolArguments(key, typeof args === "string" ? args : JSON.stringify(args));
  }
  out.close(key);
}

function finish(line: Fields, out: MessageBuilder): void {
  out.usage({
    input: countOf(line["prompt_eval_count"]) ?? 0,
    output: countOf(line["eval_count"]) ?? 0,
  });
  out.finish(line["done_reason"] === "length" ? "length" : "stop");
}
