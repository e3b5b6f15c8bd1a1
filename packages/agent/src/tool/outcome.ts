// How a call ended, and the texts that say so to the model where no tool did.
import { type CoercedResult, textResult, type ToolResult } from "./coerce-result.ts";

export type ToolStatus = "ok" | "error" | "blocked" | "aborted" | "skipped" | "timeout";

/** The end of one call; there is always exactly one. */
export interface ToolOutcome {
  readonly result: ToolResult;
  readonly isError: boolean;
  readonly status: ToolStatus;
}

export const ABORTED_TEXT = "Tool execution was aborted";
export const FAILED_TEXT = "Tool execution failed due to an error";
export const SKIPPED_TEXT = "Skipped due to queued user message.";

/** An outcome with text for the model. */
export function textOutcome(status: ToolStatus, text: string, details: unknown = {}): ToolOutcome {
  return toOutcome(textResult(text, status !== "ok", details), status);
}

/** Wraps a coerced result; a result that calls itself an error is one. */
export function toOutcome(coerced: CoercedResult, status: ToolStatus = "ok"): ToolOutcome {
  const { content, details, isError } = coerced;
  return {
    result: { content, details },
    isError,
    status: isError && status === "ok" ? "error" : status,
  };
}
