// Puts tool calls together from their pieces, by index, by id, or by order where a vendor sends neither.
import type { MessageBuilder } from "../../model/message-builder.ts";
import { type Fields, countOf, fieldsOf, textOf } from "../../wire/json-access.ts";

/** One call while its pieces come in. */
export interface CallState {
  readonly key: string;
  readonly index: number | undefined;
  id: string;
  name: string;
  /** The builder knows of it: its name is complete. */
  isOpen: boolean;
  hasArguments: boolean;
}

/** Adds the pieces of one chunk. */
export function readToolCalls(
  calls: CallState[],
  pieces: readonly unknown[],
  out: MessageBuilder,
): void {
  for (const piece of pieces) readPiece(calls, fieldsOf(piece), out);
}

/** Tells the builder of calls whose name was still being waited for. */
export function openWaiting(calls: readonly CallState[], out: MessageBuilder): void {
  for (const call of calls) openCall(call, out);
}

function readPiece(calls: CallState[], piece: Fields, out: MessageBuilder): void {
  const { name, arguments: args } = fieldsOf(piece["function"]);
  const call = findCall(calls, piece, textOf(name)) ?? addCall(calls, piece, out);
  call.id ||= textOf(piece["id"]) ?? "";
  addName(call, textOf(name) ?? "");
  const delta = typeof args === "string" ? args : args ? JSON.stringify(args) : "";
  // A piece without a name, or with arguments, shows that the name is complete.
  if (delta !== "" || !name) openCall(call, out);
  if (delta !== "") {
    call.hasArguments = true;
    out.toolArguments(call.key, delta);
  }
  const signature = fieldsOf(fieldsOf(piece["extra_content"])["google"])["thought_signature"];
  if (typeof signature !== "string") return;
  openCall(call, out);
  out.sign(call.key, signature);
}

function findCall(
  calls: readonly CallState[],
  piece: Fields,
  name: string | undefined,
): CallState | undefined {
  const index = countOf(piece["index"]);
  const id = textOf(piece["id"]) ?? "";
  const last = calls.at(-1);
  if (index !== undefined) {
    // Some gateways give every call the index 0: another id is another call.
    return calls.findLast(
      (call) => call.index === index && (id === "" || call.id === "" || call.id === id),
    );
  }
  if (id !== "") return calls.find((call) => call.id === id);
  const isNext = Boolean(name) && last?.hasArguments === true;
  return isNext ? undefined : last;
}

function addCall(calls: CallState[], piece: Fields, out: MessageBuilder): CallState {
  openWaiting(calls, out);
  const call: CallState = {
    key: `call ${calls.length}`,
    index: countOf(piece["index"]),
    id: textOf(piece["id"]) ?? "",
    name: "",
    isOpen: false,
    hasArguments: false,
  };
  calls.push(call);
  return call;
}

/** Names come whole, repeated or in pieces. */
function addName(call: CallState, piece: string): void {
  if (call.name !== piece) call.name += piece;
}

function openCall(call: CallState, out: MessageBuilder): void {
  if (call.isOpen) return;
  call.isOpen = true;
  out.toolCall(call.key, { id: call.id, name: call.name });
}
