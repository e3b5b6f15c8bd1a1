// The output items of the Responses API: how each is announced, streamed and finished.
import type { TextBlock, ThinkingBlock, ToolCallBlock } from "../parts.ts";
import { toolCallId, type Turn } from "../turn.ts";

/** What an item needs to know of its reply. */
export interface ItemContext {
  readonly turn: Turn;
  /** Fields that pad a delta event. */
  readonly padding: object;
  /** An id for the next item. */
  readonly idOf: (prefix: string) => string;
}

/** An item and the events between its announcement and its end. */
export interface EmittedItem {
  readonly added: object;
  readonly between: readonly (readonly [name: string, fields: object])[];
  readonly done: object;
}

/** Assistant text. */
export function messageItem(
  { idOf, padding }: ItemContext,
  block: TextBlock,
  status: string,
): EmittedItem {
  const item_id = idOf("msg");
  const place = { item_id, content_index: 0 };
  const part = (text: string) => ({ type: "output_text", annotations: [], logprobs: [], text });
  const whole = block.deltas.join("");
  const item = { id: item_id, type: "message", role: "assistant" };
  return {
    added: { ...item, status: "in_progress", content: [] },
    between: [
      ["response.content_part.added", { ...place, part: part("") }],
      ...block.deltas.map(
        (delta) =>
          ["response.output_text.delta", { ...place, delta, logprobs: [], ...padding }] as const,
      ),
      ["response.output_text.done", { ...place, logprobs: [], text: whole }],
      ["response.content_part.done", { ...place, part: part(whole) }],
    ],
    done: { ...item, status, content: [part(whole)] },
  };
}

/** A refusal in place of text. */
export function refusalItem({ idOf, turn }: ItemContext): EmittedItem {
  const item_id = idOf("msg");
  const place = { item_id, content_index: 0 };
  const part = (refusal: string) => ({ type: "refusal", refusal });
  const item = { id: item_id, type: "message", role: "assistant" };
  return {
    added: { ...item, status: "in_progress", content: [] },
    between: [
      ["response.content_part.added", { ...place, part: part("") }],
      ["response.refusal.delta", { ...place, delta: turn.refusal }],
      ["response.refusal.done", { ...place, refusal: turn.refusal }],
      ["response.content_part.done", { ...place, part: part(turn.refusal) }],
    ],
    done: { ...item, status: "completed", content: [part(turn.refusal)] },
  };
}

/** Reasoning as a summary, with the encrypted form as its signature. */
export function reasoningItem({ idOf, padding }: ItemContext, block: ThinkingBlock): EmittedItem {
  const item_id = idOf("rs");
  const place = { item_id, summary_index: 0 };
  const whole = block.deltas.join("");
  const part = (text: string) => ({ type: "summary_text", text });
  const secret = block.signature === undefined ? {} : { encrypted_content: block.signature };
  const item = { id: item_id, type: "reasoning", ...secret };
  if (block.deltas.length === 0) {
    return { added: { ...item, summary: [] }, between: [], done: { ...item, summary: [] } };
  }
  return {
    added: { ...item, summary: [] },
    between: [
      ["response.reasoning_summary_part.added", { ...place, part: part("") }],
      ...block.deltas.map(
        (delta) =>
          ["response.reasoning_summary_text.delta", { ...place, delta, ...padding }] as const,
      ),
      ["response.reasoning_summary_text.done", { ...place, text: whole }],
      ["response.reasoning_summary_part.done", { ...place, part: part(whole) }],
    ],
    done: { ...item, summary: [part(whole)] },
  };
}

/** A tool call. */
export function functionCallItem(
  { idOf, padding, turn }: ItemContext,
  block: ToolCallBlock,
  status: string,
): EmittedItem {
  const item_id = idOf("fc");
  const call_id = toolCallId(turn, block, "call");
  const whole = block.deltas.join("");
  const item = { id: item_id, type: "function_call", call_id, name: block.name };
  return {
    added: { ...item, status: "in_progress", arguments: "" },
    between: [
      ...block.deltas.map(
        (delta) =>
          ["response.function_call_arguments.delta", { item_id, delta, ...padding }] as const,
      ),
      ["response.function_call_arguments.done", { item_id, arguments: whole }],
    ],
    done: { ...item, status, arguments: whole },
  };
}
