// What every wire protocol of the fake server provides, and the walk over a reply that they share.
import type { JsonFields } from "../json.ts";
import type { Block, Control, MidStreamError } from "../parts.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import { isBlock, type Turn } from "../turn.ts";

/** One event before framing: an SSE event, an NDJSON line, an AWS message or a WebSocket message. */
export interface WireEvent {
  readonly name: string;
  readonly data: string;
  /** Set where the framing itself marks errors. */
  readonly isException?: boolean;
}

/** The stages of one encoded reply; state between them belongs to the encoding. */
export interface Encoding {
  open(): Iterable<WireEvent>;
  block(block: Block): Iterable<WireEvent>;
  close(): Iterable<WireEvent>;
  fail(error: MidStreamError): Iterable<WireEvent>;
}

/** A vendor's error as the script gives it. */
export interface ScriptedError {
  readonly status: number;
  readonly type?: string;
  readonly message?: string;
}

/** A path that a protocol claims, and the model where the path names it. */
export interface PathClaim {
  readonly api: string;
  readonly model?: string;
}

/** A wire protocol, from meaning to bytes. */
export interface Encoder {
  readonly contentType: string;
  /** True when the same path also takes WebSocket connections. */
  readonly hasWebSocket?: true;
  claim(path: string): PathClaim | undefined;
  /** Why the vendor would not stream an answer to this request, if so. */
  objection(request: RecordedRequest): string | undefined;
  begin(turn: Turn): Encoding;
  frame(event: WireEvent): string | Uint8Array;
  /** The JSON document of an HTTP error. */
  errorBody(error: ScriptedError): object;
  /** Headers of an HTTP error, where the vendor says more in them. */
  errorHeaders?(error: ScriptedError): Readonly<Record<string, string>>;
}

/** The events of a turn, with its controls at their places. */
export function* walk(encoder: Encoder, turn: Turn): Generator<WireEvent | Control> {
  const encoding = encoder.begin(turn);
  let isOpen = false;
  for (const step of turn.steps) {
    if (!isBlock(step) && step.type !== "midStreamError") {
      yield step;
      continue;
    }
    if (!isOpen) yield* encoding.open();
    isOpen = true;
    if (step.type === "midStreamError") {
      yield* encoding.fail(step);
      return;
    }
    yield* encoding.block(step);
  }
  if (!isOpen) yield* encoding.open();
  yield* encoding.close();
}

/** Objection of protocols that stream only when the body says `stream: true`. */
export function objectUnlessStreaming(json: JsonFields): string | undefined {
  return json.stream === true ? undefined : "the body does not ask for a stream (stream: true)";
}
