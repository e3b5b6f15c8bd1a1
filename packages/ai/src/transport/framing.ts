// Picks the decoder that cuts response bytes into wire events. Knows no protocol and does no I/O.
import type { Framing } from "../model/protocol.ts";
import { AwsEventStreamDecoder } from "./aws-event-stream.ts";
import type { FrameDecoder } from "./frame-decoder.ts";
import { NdjsonDecoder } from "./ndjson.ts";
import { SseDecoder } from "./sse.ts";

const DECODERS: Readonly<Record<Framing, new () => FrameDecoder>> = {
  sse: SseDecoder,
  ndjson: NdjsonDecoder,
  "aws-event-stream": AwsEventStreamDecoder,
};

/** What a client says it accepts for each framing. */
export const ACCEPT: Readonly<Record<Framing, string>> = {
  sse: "text/event-stream",
  ndjson: "application/x-ndjson",
  "aws-event-stream": "application/vnd.amazon.eventstream",
};

/** A decoder at the start of a response. */
export function createFrameDecoder(framing: Framing): FrameDecoder {
  return new DECODERS[framing]();
}
