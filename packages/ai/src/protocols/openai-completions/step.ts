// Reads the chunks of a Chat Completions stream, as OpenAI and the many who imitate it send them.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  parseEvent,
  textOf,
} from "../../wire/json-access.ts";
import { learnShape, readShape } from "../../wire/repeated-shape.ts";
import { StreamError } from "../../wire/stream-error.ts";
import { finishMessage } from "./finish.ts";
import { addDetails, detailText } from "./reasoning-details.ts";
import type { CompletionsState } from "./state.ts";
import { readToolCalls } from "./tool-call-deltas.ts";
import { readUsage } from "./usage.ts";

export function step(state: CompletionsState, event: WireEvent, out: MessageBuilder): void {
  const known = readShape(state.shape, event.data);
  if (known !== undefined) {
    write(state, state.shape.meaning, known, out);
    return;
  }
  if (event.data.startsWith("[DONE]")) {
    finishMessage(state, out, "stop");
    return;
  }
  const chunk = parseEvent(event.data);
  const choice = fieldsOf(listOf(chunk["choices"])[0]);
  start(state, chunk, out);
  readUsage(chunk, choice, out);
  const delta = choice["delta"];
  if (isFields(delta)) {
    readDelta(state, delta, out);
    learn(state, event.data, delta);
  }
  const reason = textOf(choice["finish_reason"]);
  if (reason !== undefined && reason !== "") state.finishReason = reason;
  const holder = [chunk, choice, fieldsOf(chunk["x_groq"])].find((fields) => fields["error"]);
  const isNamed = event.name === "error" || chunk["object"] === "error";
  if (holder !== undefined || isNamed) throw new StreamError(holder ?? chunk);
}

/** Chunks that add to one field and say nothing else are read by their shape from then on. */
function learn(state: CompletionsState, data: string, delta: Fields): void {
  const said = Object.keys(delta).filter((key) => key !== "role" && isSaid(delta[key]));
  const [field = ""] = said;
  const text = textOf(delta[field]);
  const isPlain = said.length === 1 && text !== undefined;
  if (!isPlain || state.finishReason !== undefined) return;
  const isThinking = field.startsWith("reasoning");
  if (field === "content" || isThinking) {
    learnShape(state.shape, data, field, text, isThinking ? "thinking" : "text");
  }
}

function isSaid(value: unknown): boolean {
  return (
    value !== "" &&
    value !== null &&
    value !== undefined &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function start(state: CompletionsState, chunk: Fields, out: MessageBuilder): void {
  if (state.hasStarted) return;
  state.hasStarted = true;
  out.start(textOf(chunk["id"]));
}

function readDelta(state: CompletionsState, delta: Fields, out: MessageBuilder): void {
  readReasoning(state, delta, out);
  const { content } = delta;
  if (typeof content === "string") write(state, "text", content, out);
  else if (Array.isArray(content)) for (const part of content) readPart(state, fieldsOf(part), out);
  state.refusal += textOf(delta["refusal"]) ?? "";
  const calls = listOf(delta["tool_calls"]);
  if (calls.length === 0) return;
  if (state.kind !== "calls") {
    out.closeAll();
    state.kind = "calls";
  }
  readToolCalls(state.calls, calls, out);
}

/** Vendors disagree on the field; some fill two of them with the same words. */
function readReasoning(state: CompletionsState, delta: Fields, out: MessageBuilder): void {
  const pieces = delta["reasoning_details"];
  if (pieces !== undefined) {
    addDetails(state.details, pieces);
    if (state.details.length > 0) out.payload({ reasoning_details: state.details });
  }
  const text =
    textOf(delta["reasoning_content"]) ||
    textOf(delta["reasoning"]) ||
    textOf(delta["reasoning_text"]);
  if (text) write(state, "thinking", text, out);
  else if (pieces !== undefined) write(state, "thinking", detailText(pieces), out);
}

/** Mistral sends content as parts, with thinking among them. */
function readPart(state: CompletionsState, part: Fields, out: MessageBuilder): void {
  if (part["type"] === "thinking") {
    for (const inner of listOf(part["thinking"])) {
      write(state, "thinking", textOf(fieldsOf(inner)["text"]) ?? "", out);
    }
  } else write(state, "text", textOf(part["text"]) ?? "", out);
}

function write(
  state: CompletionsState,
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
