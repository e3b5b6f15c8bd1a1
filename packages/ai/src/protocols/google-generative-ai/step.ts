// Reads the chunks of a generateContent stream: parts become blocks, a function call comes whole and gives
// one delta. Parts of server-side tools are passed over.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import type { ChatRequest } from "../../model/request.ts";
import {
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  parseEvent,
  textOf,
} from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";
import { claudeTraits } from "../anthropic-messages/claude-traits.ts";
import { blockedPrompt, failureOfReason, finishFor } from "./finish.ts";
import { PartialArguments } from "./partial-arguments.ts";

/** What is known of the response so far. */
export interface GoogleState {
  readonly mayBeEmpty: boolean;
  /** Blocks opened so far; the last one is where text goes on. */
  blocks: number;
  openKind: "text" | "thinking" | "call" | undefined;
  arguments: PartialArguments | undefined;
  readonly callIds: Set<string>;
  responseId: string | undefined;
  finishReason: string | undefined;
}

export function beginState({ model }: ChatRequest): GoogleState {
  return {
    mayBeEmpty: claudeTraits(model.id) !== undefined,
    blocks: 0,
    openKind: undefined,
    arguments: undefined,
    callIds: new Set(),
    responseId: undefined,
    finishReason: undefined,
  };
}

export function step(state: GoogleState, event: WireEvent, out: MessageBuilder): void {
  readChunk(state, parseEvent(event.data), out);
}

/** One chunk, after whatever was wrapped around it. */
export function readChunk(state: GoogleState, chunk: Fields, out: MessageBuilder): void {
  if (chunk["error"] !== undefined) throw new StreamError(chunk);
  state.responseId ??= textOf(chunk["responseId"]);
  out.start(state.responseId);
  readUsage(fieldsOf(chunk["usageMetadata"]), out);
  const feedback = fieldsOf(chunk["promptFeedback"]);
  const blocked = textOf(feedback["blockReason"]);
  if (blocked !== undefined) {
    out.fail(blockedPrompt(blocked, textOf(feedback["blockReasonMessage"])));
    return;
  }
  readCandidate(state, fieldsOf(listOf(chunk["candidates"])[0]), out);
}

/** The end of the bytes is the end of the answer, if a reason came; without one it was cut short. */
export function finish(state: GoogleState, out: MessageBuilder): void {
  if (state.finishReason === undefined) return;
  closeOpen(state, out);
  finishFor(state.finishReason, state.mayBeEmpty, out);
}

function readCandidate(state: GoogleState, candidate: Fields, out: MessageBuilder): void {
  for (const part of listOf(fieldsOf(candidate["content"])["parts"])) {
    readPart(state, fieldsOf(part), out);
  }
  const reason = textOf(candidate["finishReason"]);
  if (reason === undefined) return;
  state.finishReason = reason;
  const failure = failureOfReason(reason, textOf(candidate["finishMessage"]));
  if (failure !== undefined) out.fail(failure);
}

function readPart(state: GoogleState, part: Fields, out: MessageBuilder): void {
  const signature = textOf(part["thoughtSignature"]);
  const text = textOf(part["text"]);
  if (isFields(part["functionCall"])) readCall(state, part["functionCall"], signature, out);
  else if (text !== undefined) {
    const kind = part["thought"] === true ? "thinking" : "text";
    if (text !== "") readText(state, kind, text, out);
    if (signature !== undefined) signLast(state, kind, signature, out);
  }
}

function readText(
  state: GoogleState,
  kind: "text" | "thinking",
  text: string,
  out: MessageBuilder,
): void {
  if (state.openKind !== kind) open(state, kind, out);
  if (kind === "text") out.text(state.blocks, text);
  else out.thinking(state.blocks, text);
}

/** An empty part signs what came before it; alone it is thinking that was withheld. */
function signLast(
  state: GoogleState,
  kind: "text" | "thinking",
  signature: string,
  out: MessageBuilder,
): void {
  if (state.openKind === "text" || state.openKind === "thinking") {
    out.sign(state.blocks, signature);
  } else if (kind === "thinking") {
    open(state, kind, out);
    out.thinking(state.blocks, "");
    out.sign(state.blocks, signature);
  }
}

function readCall(
  state: GoogleState,
  call: Fields,
  signature: string | undefined,
  out: MessageBuilder,
): void {
  const name = textOf(call["name"]);
  const continues = call["willContinue"] === true;
  if (state.arguments === undefined || name !== undefined) {
    if (name === undefined) return;
    open(state, "call", out);
    out.toolCall(state.blocks, { id: callId(state, textOf(call["id"])), name });
    if (signature !== undefined) out.sign(state.blocks, signature);
    if (continues || call["partialArgs"] !== undefined) state.arguments = new PartialArguments();
    else out.toolArguments(state.blocks, JSON.stringify(fieldsOf(call["args"])));
  }
  state.arguments?.add(call["partialArgs"]);
  if (!continues) closeOpen(state, out);
}

/** Calls without an id, or with one that was used, get one that no other response has. */
function callId(state: GoogleState, given: string | undefined): string {
  const own = given ?? "";
  const response = (state.responseId ?? "").replaceAll(/[^\w-]/g, "");
  const id = own !== "" && !state.callIds.has(own) ? own : `call_${response}_${state.blocks}`;
  state.callIds.add(id);
  return id;
}

function open(state: GoogleState, kind: GoogleState["openKind"], out: MessageBuilder): void {
  closeOpen(state, out);
  state.blocks += 1;
  state.openKind = kind;
}

function closeOpen(state: GoogleState, out: MessageBuilder): void {
  if (state.arguments !== undefined) out.toolArguments(state.blocks, state.arguments.text());
  state.arguments = undefined;
  out.close(state.blocks);
  state.openKind = undefined;
}

/** Each report replaces the one before; those without a prompt count nothing. */
function readUsage(usage: Fields, out: MessageBuilder): void {
  const prompt = countOf(usage["promptTokenCount"]);
  if (prompt === undefined) return;
  const cached = Math.min(countOf(usage["cachedContentTokenCount"]) ?? 0, prompt);
  const thoughts = countOf(usage["thoughtsTokenCount"]) ?? 0;
  const total = countOf(usage["totalTokenCount"]);
  out.usage({
    input: prompt - cached,
    cacheRead: cached,
    output: (countOf(usage["candidatesTokenCount"]) ?? 0) + thoughts,
    ...(thoughts > 0 && { reasoningTokens: thoughts }),
    ...(total !== undefined && { totalTokens: total }),
  });
}
