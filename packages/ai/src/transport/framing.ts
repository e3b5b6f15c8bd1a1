// Picks the decoder that cuts response bytes into wire events, and loads no other. Knows no protocol and
// does no I/O.
import type { Framing } from "../model/protocol.ts";
import type { FrameDecoder } from "./frame-decoder.ts";

const DECODERS: Readonly<Record<Framing, () => Promise<new () => FrameDecoder>>> = {
  sse: async () => (await import("./sse.ts")).SseDecoder,
  ndjson: async () => (await import("./ndjson.ts")).NdjsonDecoder,
  "aws-event-stream": async () => (await import("./aws-event-stream.ts")).AwsEventStreamDecoder,
};

/** What a client says it accepts for each framing. */
export const ACCEPT: Readonly<Record<Framing, string>> = {
  sse: "text/event-stream",
  ndjson: "application/x-ndjson",
  "aws-event-stream": "application/vnd.amazon.eventstream",
};

/** Loads what makes decoders, each at the start of a response. */
export async function loadFrameDecoder(framing: Framing): Promise<() => FrameDecoder> {
  const Decoder = await DECODERS[framing]();
  return () => new Decoder();
}
