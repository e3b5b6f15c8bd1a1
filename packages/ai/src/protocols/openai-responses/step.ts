// Reads the events of a Responses stream. Events of the provider's own tools and unknown ones are passed
// over, because the API adds new ones without a new version.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import { type Fields, countOf, fieldsOf, parseEvent, textOf } from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";
import { finishResponse } from "./finish.ts";
import { closeItem, openItem, writeCustom } from "./output-items.ts";
import type { ItemState, ResponsesState } from "./state.ts";

type Reader = (state: ResponsesState, wire: Fields, out: MessageBuilder) => void;

const READERS: Readonly<Record<string, Reader>> = {
  "response.created": start,
  "response.queued": start,
  "response.in_progress": start,
  "response.output_item.added": (state, wire, out) => {
    openItem(state, indexOf(wire), fieldsOf(wire["item"]), out);
  },
  "response.output_item.done": (state, wire, out) =>
    closeItem(state, indexOf(wire), fieldsOf(wire["item"]), out),
  "response.output_text.delta": (state, wire, out) => {
    itemOf(state, wire, "message", out).textLength += deltaOf(wire).length;
    out.text(indexOf(wire), deltaOf(wire));
  },
  "response.refusal.delta": (state, wire) => {
    state.refusal += deltaOf(wire);
  },
  "response.reasoning_summary_text.delta": (state, wire, out) =>
    readReasoning(state, wire, "summary", out),
  "response.reasoning_text.delta": (state, wire, out) => readReasoning(state, wire, "text", out),
  "response.function_call_arguments.delta": (_state, wire, out) =>
    out.toolArguments(indexOf(wire), deltaOf(wire)),
  "response.function_call_arguments.done": (_state, wire, out) => {
    const index = indexOf(wire);
    if (!out.hasArguments(index)) out.toolArguments(index, textOf(wire["arguments"]) ?? "");
  },
  "response.custom_tool_call_input.delta": (state, wire, out) =>
    writeCustom(itemOf(state, wire, "custom_tool_call", out), indexOf(wire), deltaOf(wire), out),
  "response.completed": finishResponse,
  "response.incomplete": finishResponse,
  "response.failed": finishResponse,
  "response.cancelled": finishResponse,
  error: (_state, wire) => {
    throw new StreamError(wire);
  },
};

export function step(state: ResponsesState, event: WireEvent, out: MessageBuilder): void {
  if (event.data.startsWith("[DONE]")) return;
  const wire = parseEvent(event.data);
  READERS[textOf(wire["type"]) ?? event.name]?.(state, wire, out);
}

function start(_state: ResponsesState, wire: Fields, out: MessageBuilder): void {
  out.start(textOf(fieldsOf(wire["response"])["id"]));
}

/** Summaries and raw thoughts tell the same twice; what comes first is shown. */
function readReasoning(
  state: ResponsesState,
  wire: Fields,
  source: "summary" | "text",
  out: MessageBuilder,
): void {
  const item = itemOf(state, wire, "reasoning", out);
  item.shown ??= source;
  if (item.shown !== source) return;
  const part = countOf(wire[source === "summary" ? "summary_index" : "content_index"]);
  const isNext = item.hasDeltas && part !== item.part;
  item.hasDeltas = true;
  item.part = part;
  out.thinking(indexOf(wire), (isNext ? "\n\n" : "") + deltaOf(wire));
}

/** The item that an event belongs to; one that was never announced is opened now. */
function itemOf(state: ResponsesState, wire: Fields, type: string, out: MessageBuilder): ItemState {
  return openItem(state, indexOf(wire), { type, id: wire["item_id"] }, out);
}

function indexOf(wire: Fields): number {
  return countOf(wire["output_index"]) ?? 0;
}

function deltaOf(wire: Fields): string {
  return textOf(wire["delta"]) ?? "";
}
