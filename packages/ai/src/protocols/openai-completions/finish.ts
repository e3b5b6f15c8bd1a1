// How a Chat Completions response ends: what each finish reason means, success or not.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { ProviderErrorFacts } from "../../model/provider-error.ts";
import type { CompletionsState } from "./state.ts";
import { openWaiting } from "./tool-call-deltas.ts";

const LENGTH: ReadonlySet<string> = new Set([
  "length",
  "max_tokens",
  "model_length",
  "model_context_window_exceeded",
]);

type Failure = Pick<ProviderErrorFacts, "kind" | "message" | "retryable">;

const FILTERED: Failure = {
  kind: "content-filter",
  message: "The provider's content filter stopped the response.",
  retryable: false,
};

const FAILURES: Readonly<Record<string, Failure>> = {
  content_filter: FILTERED,
  sensitive: FILTERED,
  error: {
    kind: "server",
    message: "The provider stopped the response with an error.",
    retryable: true,
  },
  network_error: {
    kind: "network",
    message: "The provider lost the connection to the model.",
    retryable: true,
  },
  insufficient_system_resource: {
    kind: "overloaded",
    message: "The provider ran out of capacity during the response.",
    retryable: true,
  },
};

/** Ends the message; `fallback` stands for a finish reason that never came, undefined for a cut stream. */
export function finishMessage(
  state: CompletionsState,
  out: MessageBuilder,
  fallback?: "stop",
): void {
  const reason = state.finishReason ?? fallback;
  if (reason === undefined) return;
  openWaiting(state.calls, out);
  const failure = FAILURES[reason];
  if (failure !== undefined) out.fail({ ...failure, code: reason });
  else if (state.refusal !== "") {
    out.fail({ kind: "refusal", message: state.refusal, retryable: false, code: "refusal" });
  } else out.finish(LENGTH.has(reason) ? "length" : "stop");
}
