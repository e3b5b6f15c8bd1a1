// What is remembered between two chunks of a Chat Completions stream. Plain data.
import { emptyShape, type RepeatedShape } from "../../wire/repeated-shape.ts";
import type { CallState } from "./tool-call-deltas.ts";

/** What is known of the response so far. */
export interface CompletionsState {
  hasStarted: boolean;
  finishReason: string | undefined;
  refusal: string;
  readonly calls: CallState[];
  readonly details: Record<string, unknown>[];
  /** Which kind of block is being written, and how many there were: a change of kind is a new block. */
  kind: "text" | "thinking" | "calls" | undefined;
  blocks: number;
  readonly shape: RepeatedShape<"text" | "thinking">;
}

export function beginState(): CompletionsState {
  return {
    hasStarted: false,
    finishReason: undefined,
    refusal: "",
    calls: [],
    details: [],
    kind: undefined,
    blocks: 0,
    shape: emptyShape("text"),
  };
}
