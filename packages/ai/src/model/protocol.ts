// What a wire format is: a pure translation of requests into bodies and of wire events into a
// message. No fetch, no clock, no environment inside; transport, retry and auth live elsewhere.
import type { Api } from "@oh-my-pi/pi-catalog/model";
import type { MessageBuilder } from "./message-builder.ts";
import type { ChatRequest, JsonObject } from "./request.ts";

/** How events are cut out of the response bytes. */
export type Framing = "sse" | "ndjson" | "aws-event-stream";

/** One framed event: SSE `event`/`data`, an NDJSON line, or an AWS event-stream message. */
export interface WireEvent {
  /** SSE event name or AWS `:event-type`/`:exception-type`; empty where the framing has none. */
  readonly name: string;
  readonly data: string;
}

/** Something in a request that the provider would reject, found before it is sent. */
export interface GrammarViolation {
  /** Where in the body, as a path such as `messages[3].content[0]`. */
  readonly at: string;
  readonly problem: string;
}

/** A history that the provider made shorter, in items that it takes back as they are. */
export interface CompactedHistory {
  readonly items: readonly JsonObject[];
}

/** How a provider is asked to make a conversation shorter itself. */
export interface NativeCompaction {
  /** False for deployments of the format that are not known to have it. */
  canServe(request: ChatRequest): boolean;
  path(request: ChatRequest): string;
  body(request: ChatRequest): JsonObject;
  /** What came back; undefined when it could not be sent again. */
  read(answer: unknown): CompactedHistory | undefined;
}

/** A wire format. `State` is plain data that the caller holds and `step` updates in place. */
export interface Protocol<State = unknown> {
  readonly api: Api;
  readonly framing: Framing;
  /** Path and query below the deployment's base URL. */
  path(request: ChatRequest): string;
  /** Headers that belong to the format itself (versions, betas), never credentials. */
  headers(request: ChatRequest): Record<string, string>;
  /** Loads what bodies with tools need; without tools it need not be called. */
  prepare?(): Promise<void>;
  /** Pure: equal requests give equal bodies. */
  body(request: ChatRequest): JsonObject;
  /** The format's grammar over a finished body; empty when it may be sent. */
  validate(body: JsonObject): GrammarViolation[];
  /** Absent where the format has no such thing. */
  readonly compaction?: NativeCompaction;
  begin(request: ChatRequest): State;
  step(state: State, event: WireEvent, out: MessageBuilder): void;
  /** The bytes ended; a format whose end of stream means success finishes here. */
  end(state: State, out: MessageBuilder): void;
}
