// The one error a tool throws on purpose: its message is text for the model. Every other thrown value
// is a defect of the tool.
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";

/** What went wrong, for telemetry; the model reads only the text. */
export type FailureKind = "error" | "timeout" | "aborted" | "blocked";

export interface ToolFailureOptions extends ErrorOptions {
  kind?: FailureKind;
  /** Plain data for views. */
  details?: unknown;
  /** Replaces the message as what the model is shown. */
  content?: readonly (TextContent | ImageContent)[];
}

/** A failure the model should read and act on. */
export class ToolFailure extends Error {
  readonly kind: FailureKind;
  readonly details: unknown;
  readonly content: readonly (TextContent | ImageContent)[];

  constructor(text: string, options: ToolFailureOptions = {}) {
    super(text, options);
    this.name = "ToolFailure";
    this.kind = options.kind ?? "error";
    this.details = options.details;
    this.content = options.content ?? [{ type: "text", text }];
  }
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
