// Reads the events of a Messages stream. Blocks of server-side tools are passed over; unknown events and
// deltas are ignored, because the API adds new ones without a new version.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import { ProviderError } from "../../model/provider-error.ts";
import {
  emptyShape,
  learnShape,
  readShape,
  type RepeatedShape,
} from "../../wire/repeated-shape.ts";
import { type Fields, countOf, fieldsOf, parseEvent, textOf } from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";

/** What is known of the response so far. */
export interface AnthropicState {
  hasStarted: boolean;
  stopReason: string | undefined;
  /** Why the model refused, where it says so. */
  refusal: string | undefined;
  /** Each tool call's input as it was at its start, to be used if no delta follows. */
  readonly inputs: Map<number, unknown>;
  readonly shape: RepeatedShape<DeltaMeaning>;
}

/** Which block a delta adds to, and as what. */
interface DeltaMeaning {
  readonly index: number;
  readonly type: string;
}

/** The field that holds what each kind of delta adds. */
const DELTA_FIELDS: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
};

export function beginState(): AnthropicState {
  return {
    hasStarted: false,
    stopReason: undefined,
    refusal: undefined,
    inputs: new Map(),
    shape: emptyShape({ index: 0, type: "" }),
  };
}

export function step(state: AnthropicState, event: WireEvent, out: MessageBuilder): void {
  const known = readShape(state.shape, event.data);
  if (known !== undefined) {
    addDelta(state, state.shape.meaning, known, out);
    return;
  }
  const wire = parseEvent(event.data);
  switch (wire["type"]) {
    case "content_block_delta":
      readDelta(state, wire, event.data, out);
      break;
    case "content_block_start":
      openBlock(state, Number(wire["index"]), fieldsOf(wire["content_block"]), out);
      break;
    case "content_block_stop":
      closeBlock(state, Number(wire["index"]), out);
      break;
    case "message_start":
      startMessage(state, fieldsOf(wire["message"]), out);
      break;
    case "message_delta":
      readMessageDelta(state, wire, out);
      break;
    case "message_stop":
      finish(state, out);
      break;
    case "error":
      throw new StreamError(wire);
    default:
  }
}

/** Ends a message whose stop reason came; without one it was cut short. */
export function finish(state: AnthropicState, out: MessageBuilder): void {
  const { stopReason } = state;
  if (stopReason === undefined) return;
  if (stopReason === "refusal") {
    const message = state.refusal ?? "The model declined to answer.";
    out.fail({ kind: "refusal", message, retryable: false, code: "refusal" });
    return;
  }
  const isCut = stopReason === "max_tokens" || stopReason === "model_context_window_exceeded";
  out.finish(isCut ? "length" : stopReason === "tool_use" ? "toolUse" : "stop");
}

function startMessage(state: AnthropicState, message: Fields, out: MessageBuilder): void {
  if (state.hasStarted) {
    throw new ProviderError({
      kind: "protocol",
      message: "The provider began a second message inside the first.",
      retryable: true,
    });
  }
  state.hasStarted = true;
  out.start(textOf(message["id"]));
  readUsage(fieldsOf(message["usage"]), out);
}

function openBlock(state: AnthropicState, index: number, block: Fields, out: MessageBuilder): void {
  switch (block["type"]) {
    case "text":
      out.text(index, textOf(block["text"]) ?? "");
      break;
    case "thinking":
      out.thinking(index, textOf(block["thinking"]) ?? "");
      break;
    case "redacted_thinking":
      out.redactedThinking(index, textOf(block["data"]) ?? "");
      break;
    case "tool_use":
      out.toolCall(index, { id: textOf(block["id"]), name: textOf(block["name"]) });
      state.inputs.set(index, block["input"]);
      break;
    default:
  }
}

function readDelta(state: AnthropicState, wire: Fields, data: string, out: MessageBuilder): void {
  const index = Number(wire["index"]);
  const delta = fieldsOf(wire["delta"]);
  const type = textOf(delta["type"]) ?? "";
  if (type === "signature_delta") out.sign(index, textOf(delta["signature"]) ?? "");
  const field = DELTA_FIELDS[type];
  const text = field === undefined ? undefined : textOf(delta[field]);
  if (field === undefined || text === undefined) return;
  learnShape(state.shape, data, field, text, { index, type });
  addDelta(state, { index, type }, text, out);
}

function addDelta(
  state: AnthropicState,
  { index, type }: DeltaMeaning,
  text: string,
  out: MessageBuilder,
): void {
  if (type === "text_delta") out.text(index, text);
  else if (type === "thinking_delta") out.thinking(index, text);
  // Server-side tools stream their input too.
  else if (state.inputs.has(index)) out.toolArguments(index, text);
}

function closeBlock(state: AnthropicState, index: number, out: MessageBuilder): void {
  const input = state.inputs.get(index);
  if (input !== undefined && !out.hasArguments(index)) {
    const isEmpty = Object.keys(fieldsOf(input)).length === 0;
    if (!isEmpty) out.toolArguments(index, JSON.stringify(input));
  }
  out.close(index);
}

function readMessageDelta(state: AnthropicState, wire: Fields, out: MessageBuilder): void {
  const delta = fieldsOf(wire["delta"]);
  state.stopReason = textOf(delta["stop_reason"]) ?? state.stopReason;
  state.refusal = textOf(fieldsOf(delta["stop_details"])["explanation"]) ?? state.refusal;
  readUsage(fieldsOf(wire["usage"]), out);
}

/** Counts are cumulative; what a report leaves out stays as it was. */
function readUsage(usage: Fields, out: MessageBuilder): void {
  const counts = {
    input: countOf(usage["input_tokens"]),
    output: countOf(usage["output_tokens"]),
    cacheRead: countOf(usage["cache_read_input_tokens"]),
    cacheWrite: countOf(usage["cache_creation_input_tokens"]),
    reasoningTokens: countOf(fieldsOf(usage["output_tokens_details"])["thinking_tokens"]),
  };
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  out.usage(Object.fromEntries(known));
}
