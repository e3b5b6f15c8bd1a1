// Reads the events of a ConverseStream response. Blocks are opened by their first delta: only tool calls
// are announced.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { WireEvent } from "../../model/protocol.ts";
import type { ProviderErrorFacts } from "../../model/provider-error.ts";
import {
  type Fields,
  countOf,
  fieldsOf,
  isFields,
  parseEvent,
  textOf,
} from "../../wire/json-access.ts";
import { StreamError } from "../../wire/stream-error.ts";

export interface ConverseState {
  stopReason: string | undefined;
}

export function beginState(): ConverseState {
  return { stopReason: undefined };
}

export function step(state: ConverseState, event: WireEvent, out: MessageBuilder): void {
  const wire = parseEvent(event.data);
  switch (event.name) {
    case "contentBlockDelta":
      readDelta(Number(wire["contentBlockIndex"]), fieldsOf(wire["delta"]), out);
      break;
    case "contentBlockStart":
      openBlock(Number(wire["contentBlockIndex"]), fieldsOf(wire["start"]), out);
      break;
    case "contentBlockStop":
      out.close(Number(wire["contentBlockIndex"]));
      break;
    case "messageStart":
      out.start();
      break;
    case "messageStop":
      state.stopReason = textOf(wire["stopReason"]) ?? "end_turn";
      break;
    case "metadata":
      readUsage(wire["usage"], out);
      finish(state, out);
      break;
    default:
      if (isException(event.name)) throw new StreamError(report(event.name, wire));
  }
}

type Failure = Pick<ProviderErrorFacts, "kind" | "message" | "retryable">;
const FILTERED: Failure = {
  kind: "content-filter",
  message: "The provider's content filter stopped the response.",
  retryable: false,
};
const MALFORMED: Failure = {
  kind: "server",
  message: "The model gave an answer that the provider could not read.",
  retryable: true,
};
const FAILURES: Readonly<Record<string, Failure>> = {
  guardrail_intervened: {
    kind: "content-filter",
    message: "A guardrail of the provider stopped the response.",
    retryable: false,
  },
  content_filtered: FILTERED,
  malformed_model_output: MALFORMED,
  malformed_tool_use: MALFORMED,
};
const CUT: ReadonlySet<string> = new Set(["max_tokens", "model_context_window_exceeded"]);

/** Ends a message whose stop reason came; without one it was cut short. */
export function finish({ stopReason }: ConverseState, out: MessageBuilder): void {
  if (stopReason === undefined) return;
  const failure = FAILURES[stopReason];
  if (failure !== undefined) out.fail({ ...failure, code: stopReason });
  else out.finish(CUT.has(stopReason) ? "length" : "stop");
}

/** Unmodelled failures go by the error codes of the service, which end otherwise. */
function isException(name: string): boolean {
  return /exception$|error|fault$/i.test(name);
}

/** What is wrong with a request is said without a status here. */
function report(name: string, wire: Fields): Fields {
  const isRejected = /^validationException$/i.test(name);
  return { code: name, ...wire, ...(isRejected && { status: 400 }) };
}

function openBlock(index: number, start: Fields, out: MessageBuilder): void {
  if (!isFields(start["toolUse"])) return;
  const { toolUseId, name } = start["toolUse"];
  out.toolCall(index, { id: textOf(toolUseId), name: textOf(name) });
}

function readDelta(index: number, delta: Fields, out: MessageBuilder): void {
  const text = textOf(delta["text"]);
  if (text !== undefined) out.text(index, text);
  else if (isFields(delta["toolUse"])) {
    out.toolArguments(index, textOf(delta["toolUse"]["input"]) ?? "");
  } else if (isFields(delta["reasoningContent"])) {
    readReasoning(index, delta["reasoningContent"], out);
  }
}

function readReasoning(index: number, reasoning: Fields, out: MessageBuilder): void {
  const redacted = textOf(reasoning["redactedContent"]);
  if (redacted !== undefined) {
    out.redactedThinking(index, redacted);
    return;
  }
  out.thinking(index, textOf(reasoning["text"]) ?? "");
  const signature = textOf(reasoning["signature"]);
  if (signature !== undefined) out.sign(index, signature);
}

function readUsage(usage: unknown, out: MessageBuilder): void {
  if (!isFields(usage)) return;
  out.usage({
    input: countOf(usage["inputTokens"]) ?? 0,
    output: countOf(usage["outputTokens"]) ?? 0,
    cacheRead: countOf(usage["cacheReadInputTokens"]) ?? 0,
    cacheWrite: countOf(usage["cacheWriteInputTokens"]) ?? 0,
  });
}
