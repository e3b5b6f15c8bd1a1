// Output items from their announcement to their end: which block each becomes and what signs it.
import type { MessageBuilder } from "../../model/message-builder.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";
import { joinCallId, signMessage } from "./item-ids.ts";
import { signReasoning } from "./reasoning.ts";
import type { ItemKind, ItemState, ResponsesState } from "./state.ts";

const KINDS: Readonly<Record<string, ItemKind>> = {
  message: "message",
  reasoning: "reasoning",
  function_call: "function",
  custom_tool_call: "custom",
};

/** An item was announced. What the provider's own tools do is no business of ours. */
export function openItem(
  state: ResponsesState,
  index: number,
  item: Fields,
  out: MessageBuilder,
): ItemState {
  const known = state.items.get(index);
  if (known !== undefined) return known;
  const kind = KINDS[textOf(item["type"]) ?? ""] ?? "other";
  const opened: ItemState = {
    kind,
    hasDeltas: false,
    textLength: 0,
    shown: undefined,
    part: undefined,
  };
  state.items.set(index, opened);
  if (kind === "function" || kind === "custom") {
    const callId = textOf(item["call_id"]) ?? textOf(item["id"]) ?? "";
    const id = joinCallId(callId, textOf(item["id"]));
    out.toolCall(index, { id, name: textOf(item["name"]) });
  }
  return opened;
}

/** An item is whole; what no delta told is read from it. */
export function closeItem(
  state: ResponsesState,
  index: number,
  item: Fields,
  out: MessageBuilder,
): void {
  const opened = openItem(state, index, item, out);
  if (opened.kind === "message") closeMessage(state, opened, index, item, out);
  else if (opened.kind === "reasoning") closeReasoning(opened, index, item, out);
  else if (opened.kind === "custom") closeCustom(opened, index, item, out);
  else if (opened.kind === "function" && !out.hasArguments(index)) {
    out.toolArguments(index, textOf(item["arguments"]) ?? "");
  }
  out.close(index);
}

function closeMessage(
  state: ResponsesState,
  opened: ItemState,
  index: number,
  item: Fields,
  out: MessageBuilder,
): void {
  const parts = listOf(item["content"]).map(fieldsOf);
  // The finished text is the truth where deltas told only its beginning.
  const rest = textsOf(parts, "output_text").join("").slice(opened.textLength);
  if (rest !== "") out.text(index, rest);
  if (state.refusal === "") {
    state.refusal = parts.map((part) => textOf(part["refusal"]) ?? "").join("");
  }
  out.sign(index, signMessage(textOf(item["id"]), textOf(item["phase"])));
}

function closeReasoning(opened: ItemState, index: number, item: Fields, out: MessageBuilder): void {
  const summary = textsOf(listOf(item["summary"]).map(fieldsOf), "summary_text");
  const raw = textsOf(listOf(item["content"]).map(fieldsOf), "reasoning_text");
  const text = (summary.length > 0 ? summary : raw).join("\n\n");
  const signature = signReasoning(item);
  if (!opened.hasDeltas && (text !== "" || signature !== undefined)) out.thinking(index, text);
  if (signature !== undefined) out.sign(index, signature);
}

/** The input of a custom tool is plain text; in the conversation it is the argument `input`. */
function closeCustom(opened: ItemState, index: number, item: Fields, out: MessageBuilder): void {
  if (!opened.hasDeltas) writeCustom(opened, index, textOf(item["input"]) ?? "", out);
  out.toolArguments(index, '"}');
}

export function writeCustom(
  opened: ItemState,
  index: number,
  delta: string,
  out: MessageBuilder,
): void {
  const start = opened.hasDeltas ? "" : '{"input":"';
  opened.hasDeltas = true;
  out.toolArguments(index, start + JSON.stringify(delta).slice(1, -1));
}

function textsOf(parts: readonly Fields[], type: string): string[] {
  return parts.flatMap((part) => (part["type"] === type ? [textOf(part["text"]) ?? ""] : []));
}
