// A reply as an encoder needs it: its steps in order, with usage and stop reason settled before the
// first byte, since some protocols announce them at the start.
import type {
  Block,
  Control,
  MidStreamError,
  Part,
  StopWord,
  ToolCallBlock,
  UsageFigures,
} from "./parts.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** Figures of a reply that scripts none. */
const defaultUsage: UsageFigures = {
  input: 100,
  output: 10,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
};

/** One reply to one request, ready to be encoded. */
export interface Turn {
  readonly request: RecordedRequest;
  readonly model: string;
  readonly steps: readonly (Block | Control | MidStreamError)[];
  readonly usage: UsageFigures;
  readonly stop: StopWord;
  /** Explanation of a refusal. */
  readonly refusal: string;
}

/** Reads parts into a turn. */
export function makeTurn(parts: readonly Part[], request: RecordedRequest): Turn {
  const figures = { ...defaultUsage };
  let word: StopWord | undefined;
  let refusal = "I can't help with that.";
  const steps: (Block | Control | MidStreamError)[] = [];
  for (const part of parts) {
    if (part.type === "usage") Object.assign(figures, part.figures);
    else if (part.type === "stop") {
      word = part.word;
      refusal = part.message ?? refusal;
    } else steps.push(part);
  }
  const errorAt = steps.findIndex((step) => step.type === "midStreamError");
  if (errorAt !== -1 && steps.slice(errorAt + 1).some(isContent)) {
    throw new Error("a midStreamError ends its reply: no content can follow it");
  }
  const hasToolCall = steps.some((step) => step.type === "toolCall");
  return {
    request,
    model: request.model ?? "fake-model",
    steps,
    usage: figures,
    stop: word ?? (hasToolCall ? "toolUse" : "stop"),
    refusal,
  };
}

/** True for what the model produces. */
export function isBlock(step: Block | Control | MidStreamError): step is Block {
  return step.type === "text" || step.type === "thinking" || step.type === "toolCall";
}

/** The call's id, or one made for its place in the conversation. */
export function toolCallId(turn: Turn, block: ToolCallBlock, prefix: string): string {
  if (block.id !== undefined) return block.id;
  return `${prefix}_fake_${turn.request.number}_${turn.steps.indexOf(block)}`;
}

/** A response id that is stable for its place in the conversation. */
export function responseId(turn: Turn, prefix: string): string {
  return `${prefix}_fake_${turn.request.number}`;
}

function isContent(step: Block | Control | MidStreamError): boolean {
  return isBlock(step) || step.type === "midStreamError";
}
