// What is known of a Responses stream so far.

export type ItemKind = "message" | "reasoning" | "function" | "custom" | "other";

/** One output item while it is streamed. Items go by their place: some gateways change ids on the way. */
export interface ItemState {
  readonly kind: ItemKind;
  /** Something of its content came as a delta, so that the finished item must not be read again. */
  hasDeltas: boolean;
  /** Characters of a message that came as deltas. */
  textLength: number;
  /** Which account of the reasoning is shown, and which part of it came last. */
  shown: "summary" | "text" | undefined;
  part: number | undefined;
}

export interface ResponsesState {
  readonly items: Map<number, ItemState>;
  refusal: string;
}

export function beginState(): ResponsesState {
  return { items: new Map(), refusal: "" };
}
