// A reply as a stream of wire items, and its way through compression, controls and cutting to a sink.
// The transport says how an event is framed.
import { chunkSizes, cutPieces } from "./delivery/cut-pieces.ts";
import { deliver, type Sink } from "./delivery/deliver.ts";
import { placeControls } from "./delivery/place-controls.ts";
import type { WireItem } from "./delivery/wire-item.ts";
import type { Control, Part } from "./parts.ts";
import { walk, type Encoder, type WireEvent } from "./protocols/encoder.ts";
import type { Outcome, RecordedRequest } from "./recorded-request.ts";
import type { DeliveryOptions } from "./reply.ts";
import { makeTurn } from "./turn.ts";

/** The framed events of scripted parts, with unplaced controls between them. */
export function* encodeParts(
  parts: readonly Part[],
  request: RecordedRequest,
  encoder: Encoder,
  frame: (event: WireEvent) => string | Uint8Array,
): Generator<WireItem> {
  for (const item of walk(encoder, makeTurn(parts, request))) {
    if ("type" in item) yield item;
    else {
      const framed = frame(item);
      yield typeof framed === "string" ? Buffer.from(framed) : framed;
    }
  }
}

/** Sends items as the delivery options and the placed controls say. */
export function sendItems(
  items: Iterable<WireItem>,
  parts: readonly Part[],
  delivery: DeliveryOptions,
  sink: Sink,
): Promise<Outcome> {
  const sizes = chunkSizes(delivery.chunkBytes);
  const placed = placeControls(items, parts.filter(isPlacedControl));
  return deliver(cutPieces(placed, sizes), sink, { isPaced: sizes.length > 0 });
}

function isPlacedControl(part: Part): part is Control {
  return "at" in part && part.at !== undefined;
}
