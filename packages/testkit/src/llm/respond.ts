// Turns a reply into a response: picks status and headers, encodes the meaning and delivers it.
import { cutPieces, chunkSizes } from "./delivery/cut-pieces.ts";
import { deliver, type Sink } from "./delivery/deliver.ts";
import { gzipItems } from "./delivery/gzip-items.ts";
import { placeControls } from "./delivery/place-controls.ts";
import type { WireItem } from "./delivery/wire-item.ts";
import type { ResponseMeta } from "./http/http-sink.ts";
import type { Control, Part } from "./parts.ts";
import { walk, type Encoder } from "./protocols/encoder.ts";
import type { Outcome, RecordedRequest } from "./recorded-request.ts";
import type { DeliveryOptions, Reply } from "./reply.ts";
import { makeTurn } from "./turn.ts";

/** A response before it has a connection. */
export interface PreparedResponse {
  readonly meta: ResponseMeta;
  send(sink: Sink): Promise<Outcome>;
}

/** The HTTP response that a reply means; `encoder` is missing on paths of no protocol. */
export function prepareResponse(
  reply: Reply,
  request: RecordedRequest,
  encoder: Encoder | undefined,
): PreparedResponse {
  const { body, delivery } = reply;
  if (body.kind === "bytes") {
    const type = encoder?.contentType ?? "application/octet-stream";
    const isWhole = body.controls.length === 0 && delivery.chunkBytes === undefined;
    return prepare([body.bytes, ...body.controls], body.controls, delivery, { type, isWhole });
  }
  if (body.kind === "httpError") {
    const error = { status: delivery.status ?? 500, ...body };
    const document = encoder?.errorBody(error) ?? { error: body.message ?? "scripted" };
    const bytes = Buffer.from(JSON.stringify(document));
    return prepare([bytes], [], delivery, { type: "application/json", isWhole: true });
  }
  if (encoder === undefined) {
    throw new Error(`${request.path} belongs to no model protocol: answer it with json() or raw()`);
  }
  const items = encodedItems(body.parts, request, encoder);
  const controls = body.parts.filter(isPlacedControl);
  return prepare(items, controls, delivery, { type: encoder.contentType, isWhole: false });
}

function* encodedItems(
  parts: readonly Part[],
  request: RecordedRequest,
  encoder: Encoder,
): Generator<WireItem> {
  for (const item of walk(encoder, makeTurn(parts, request))) {
    if ("type" in item) yield item;
    else {
      const frame = encoder.frame(item);
      yield typeof frame === "string" ? Buffer.from(frame) : frame;
    }
  }
}

function prepare(
  items: Iterable<WireItem>,
  controls: readonly Control[],
  delivery: DeliveryOptions,
  shape: { readonly type: string; readonly isWhole: boolean },
): PreparedResponse {
  const sizes = chunkSizes(delivery.chunkBytes);
  const coded = delivery.gzip === true ? gzipItems(items) : items;
  const whole = shape.isWhole ? [...coded] : undefined;
  const headers = new Map([["content-type", delivery.contentType ?? shape.type]]);
  if (delivery.gzip === true) headers.set("content-encoding", "gzip");
  for (const [name, value] of Object.entries(delivery.headers ?? {})) {
    headers.set(name.toLowerCase(), value);
  }
  return {
    meta: {
      status: delivery.status ?? 200,
      headers,
      ...(whole === undefined ? {} : { bodyLength: byteLength(whole) }),
    },
    send: (sink) =>
      deliver(cutPieces(placeControls(whole ?? coded, controls), sizes), sink, {
        isPaced: sizes.length > 0,
      }),
  };
}

function byteLength(items: readonly WireItem[]): number {
  return items.reduce((sum, it) => sum + (it instanceof Uint8Array ? it.length : 0), 0);
}

function isPlacedControl(part: Part): part is Control {
  return "at" in part && part.at !== undefined;
}
