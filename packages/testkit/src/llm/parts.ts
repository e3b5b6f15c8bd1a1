// The vocabulary of a scripted reply: what the model says, and what goes wrong while it says it.
// Parts are plain data with no knowledge of any wire format.
import { splitEvenly } from "./split-evenly.ts";

/** Plain assistant text. */
export interface TextBlock {
  readonly type: "text";
  readonly deltas: readonly string[];
  /** Opaque token, on the protocols that attach one to text. */
  readonly signature?: string;
}

/** Reasoning, as text, or withheld with only its token. */
export interface ThinkingBlock {
  readonly type: "thinking";
  readonly deltas: readonly string[];
  readonly signature?: string;
  readonly isRedacted: boolean;
  /** Field of a Chat Completions delta; vendors disagree. */
  readonly field: "reasoning_content" | "reasoning";
}

/** A tool call; `deltas` are the pieces of its argument JSON. */
export interface ToolCallBlock {
  readonly type: "toolCall";
  readonly name: string;
  readonly deltas: readonly string[];
  readonly id?: string;
  readonly signature?: string;
}

/** What a model produces. */
export type Block = TextBlock | ThinkingBlock | ToolCallBlock;

/** Tokens of one reply. `input` excludes what came from or went to the cache; `output` includes `reasoning`. */
export interface UsageFigures {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** Why the model stopped. */
export type StopWord = "stop" | "length" | "toolUse" | "refusal" | "contentFilter";

/** A point in the response body, counted in bytes as they leave or in whole wire events. */
export type Position = { readonly afterBytes: number } | { readonly afterEvents: number };

/** A gate in the stream that the test opens. */
export interface Hold {
  readonly type: "hold";
  readonly at?: Position;
  /** Resolves when the server has sent all that comes before and stands at the gate. */
  readonly reached: Promise<void>;
  readonly released: Promise<void>;
  release(): void;
  arrive(): void;
}

/** Something other than content that happens to the stream. */
export type Control =
  | Hold
  | { readonly type: "stall"; readonly at?: Position }
  | { readonly type: "cut"; readonly how: "end" | "close" | "reset"; readonly at?: Position }
  | { readonly type: "sendHeaders"; readonly at?: undefined };

/** An error that the vendor reports inside a stream that began well. */
export interface MidStreamError {
  readonly type: "midStreamError";
  readonly errorType: string;
  readonly message: string;
}

/** One element of a reply. */
export type Part =
  | Block
  | Control
  | MidStreamError
  | { readonly type: "usage"; readonly figures: Partial<UsageFigures> }
  | { readonly type: "stop"; readonly word: StopWord; readonly message?: string };

/** How text is cut into deltas: into `deltas` near-equal pieces. */
export interface SplitOptions {
  readonly deltas?: number;
}

/** Assistant text; an array gives the exact deltas. */
export function text(
  content: string | readonly string[],
  options: SplitOptions & { readonly signature?: string } = {},
): TextBlock {
  const { deltas, ...rest } = options;
  return { type: "text", deltas: asDeltas(content, deltas), ...rest };
}

/** Reasoning text; an array gives the exact deltas. */
export function thinking(
  content: string | readonly string[],
  options: SplitOptions & {
    readonly signature?: string;
    readonly field?: "reasoning_content" | "reasoning";
  } = {},
): ThinkingBlock {
  const { deltas, field = "reasoning_content", ...rest } = options;
  return {
    type: "thinking",
    deltas: asDeltas(content, deltas),
    isRedacted: false,
    field,
    ...rest,
  };
}

/** Reasoning that the vendor withholds: only its opaque token is sent. */
export function redactedThinking(signature: string): ThinkingBlock {
  return { type: "thinking", deltas: [], signature, isRedacted: true, field: "reasoning_content" };
}

/**
 * A tool call. `args` is JSON data, or a string that is sent as argument JSON as it is, malformed or
 * not. `splitArgs` is the number of argument deltas, or the exact pieces. Without `id` the server
 * makes one in the vendor's style.
 */
export function toolCall(
  name: string,
  args: object | string = {},
  options: {
    readonly id?: string;
    readonly splitArgs?: number | readonly string[];
    readonly signature?: string;
  } = {},
): ToolCallBlock {
  const { splitArgs = 1, ...rest } = options;
  const json = typeof args === "string" ? args : JSON.stringify(args);
  const deltas = typeof splitArgs === "number" ? asDeltas(json, splitArgs) : splitArgs;
  if (deltas.join("") !== json) {
    throw new Error(`toolCall("${name}"): splitArgs does not add up to the arguments ${json}`);
  }
  return { type: "toolCall", name, deltas, ...rest };
}

/** Token figures of the reply; what is left out keeps its default. */
export function usage(figures: Partial<UsageFigures>): Part {
  return { type: "usage", figures };
}

/** Why the reply ends; `message` is the explanation of a refusal. */
export function stop(word: StopWord, options: { readonly message?: string } = {}): Part {
  return { type: "stop", word, ...options };
}

/** The vendor reports an error in the stream, in its own way, and ends it. */
export function midStreamError(errorType: string, message = `scripted ${errorType}`): Part {
  return { type: "midStreamError", errorType, message };
}

/** Waits, here or at `at`, until the test calls `release()`. */
export function hold(at?: Position): Hold {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    type: "hold",
    ...(at === undefined ? {} : { at }),
    reached: reached.promise,
    released: released.promise,
    release: () => released.resolve(),
    arrive: () => reached.resolve(),
  };
}

/** Sends nothing more, here or at `at`, and keeps the connection until the client leaves. */
export function stall(at?: Position): Control {
  return { type: "stall", ...(at === undefined ? {} : { at }) };
}

/** Destroys the connection with a TCP reset, here or at `at`. */
export function reset(at?: Position): Control {
  return { type: "cut", how: "reset", ...(at === undefined ? {} : { at }) };
}

/**
 * Ends the response too early, here or at `at`. `"end"` is a well-formed HTTP end over an incomplete
 * stream; `"close"` closes the connection without the HTTP end.
 */
export function truncate(at?: Position, how: "end" | "close" = "end"): Control {
  return { type: "cut", how, ...(at === undefined ? {} : { at }) };
}

/** Sends status and headers before a hold or stall that stands at the very start. */
export function sendHeaders(): Control {
  return { type: "sendHeaders" };
}

function asDeltas(content: string | readonly string[], pieces = 1): readonly string[] {
  return typeof content === "string" ? splitEvenly(content, pieces) : content;
}
