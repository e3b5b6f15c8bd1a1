// What the reason for which a candidate ended means: an answer, a cut one, or a failure of a known kind.
import type { MessageBuilder } from "../../model/message-builder.ts";
import type { ProviderErrorFacts } from "../../model/provider-error.ts";

/** Reasons of a filter: the answer was withheld, and would be again. */
const FILTERED: ReadonlySet<string> = new Set([
  ..."SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII MODEL_ARMOR".split(" "),
  ..."IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION JAILBREAK".split(" "),
]);
/** Reasons of a model that lost its way: another try usually helps. */
const CONFUSED: ReadonlySet<string> = new Set([
  ..."MALFORMED_FUNCTION_CALL MALFORMED_RESPONSE UNEXPECTED_TOOL_CALL".split(" "),
  ..."TOO_MANY_TOOL_CALLS NO_IMAGE IMAGE_OTHER".split(" "),
]);

/** The facts of a reason that is a failure in itself, or undefined. */
export function failureOfReason(
  reason: string,
  explanation: string | undefined,
): ProviderErrorFacts | undefined {
  const more = explanation === undefined ? "" : `: ${explanation}`;
  if (FILTERED.has(reason)) {
    const message = `The provider withheld the answer (${reason})${more}`;
    return { kind: "content-filter", message, retryable: false, code: reason };
  }
  if (CONFUSED.has(reason)) {
    const message = `The model broke off (${reason})${more}`;
    return { kind: "protocol", message, retryable: true, code: reason };
  }
  if (reason === "MISSING_THOUGHT_SIGNATURE") {
    const message = `The provider misses a thought signature${more}`;
    return { kind: "invalid-history", message, retryable: false, code: reason };
  }
  return undefined;
}

/** The facts of a prompt that was not even given to the model. */
export function blockedPrompt(reason: string, explanation: string | undefined): ProviderErrorFacts {
  const more = explanation === undefined ? "" : `: ${explanation}`;
  const message = `The provider refused the prompt (${reason})${more}`;
  return { kind: "content-filter", message, retryable: false, code: reason };
}

const EMPTY: ProviderErrorFacts = {
  kind: "server",
  message: "The model ended without saying anything.",
  retryable: true,
};

/** Ends a message for a reason that is no failure in itself. */
export function finishFor(reason: string, mayBeEmpty: boolean, out: MessageBuilder): void {
  const hasAnswer = out.message.content.some((block) => block.type !== "thinking");
  if (reason === "MAX_TOKENS") out.finish("length");
  // Gemini at times gives up without a word; another try helps.
  else if (!hasAnswer && !mayBeEmpty) out.fail({ ...EMPTY, code: reason });
  else out.finish("stop");
}
