// What cutting bytes into wire events means, whatever the framing. Types only.
import type { WireEvent } from "../model/protocol.ts";

/** Takes each event as it is complete. */
export type EventSink = (event: WireEvent) => void;

/** Holds what is left of the last chunk; `end` gives out what an unterminated last event holds. */
export interface FrameDecoder {
  push(chunk: Uint8Array, emit: EventSink): void;
  end(emit: EventSink): void;
}
