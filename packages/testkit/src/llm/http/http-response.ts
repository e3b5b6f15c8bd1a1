// The HTTP response that a reply means: status, headers and body, ready for a connection.
import type { Sink } from "../delivery/deliver.ts";
import { gzipItems } from "../delivery/gzip-items.ts";
import type { WireItem } from "../delivery/wire-item.ts";
import type { Part } from "../parts.ts";
import type { Encoder } from "../protocols/encoder.ts";
import type { Outcome, RecordedRequest } from "../recorded-request.ts";
import { encodeParts, sendItems } from "../reply-stream.ts";
import type { DeliveryOptions, Reply } from "../reply.ts";
import type { ResponseMeta } from "./http-sink.ts";

/** A response before it has a connection. */
export interface PreparedResponse {
  readonly meta: ResponseMeta;
  send(sink: Sink): Promise<Outcome>;
}

interface Shape {
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True when the body's length is declared in the head. */
  readonly isWhole: boolean;
}

/** Prepares a reply; `encoder` is missing on paths of no protocol. */
export function prepareResponse(
  { body, delivery }: Reply,
  request: RecordedRequest,
  encoder: Encoder | undefined,
): PreparedResponse {
  if (body.kind === "bytes") {
    const contentType = encoder?.contentType ?? "application/octet-stream";
    const isWhole = body.controls.length === 0 && delivery.chunkBytes === undefined;
    return prepare([body.bytes, ...body.controls], body.controls, delivery, {
      contentType,
      isWhole,
    });
  }
  if (body.kind === "httpError") {
    const error = { status: delivery.status ?? 500, ...body };
    const document = encoder?.errorBody(error) ?? { error: body.message ?? "scripted" };
    return prepare([Buffer.from(JSON.stringify(document))], [], delivery, {
      contentType: "application/json",
      headers: encoder?.errorHeaders?.(error) ?? {},
      isWhole: true,
    });
  }
  if (encoder === undefined) {
    throw new Error(`${request.path} belongs to no model protocol: answer it with json() or raw()`);
  }
  const items = encodeParts(body.parts, request, encoder, (event) => encoder.frame(event));
  const { contentType } = encoder;
  return prepare(items, body.parts, delivery, { contentType, isWhole: false });
}

function prepare(
  items: Iterable<WireItem>,
  parts: readonly Part[],
  delivery: DeliveryOptions,
  shape: Shape,
): PreparedResponse {
  const coded = delivery.gzip === true ? gzipItems(items) : items;
  const whole = shape.isWhole ? [...coded] : undefined;
  const headers = new Map(Object.entries(shape.headers ?? {}));
  headers.set("content-type", delivery.contentType ?? shape.contentType);
  if (delivery.gzip === true) headers.set("content-encoding", "gzip");
  for (const [name, value] of Object.entries(delivery.headers ?? {})) {
    headers.set(name.toLowerCase(), value);
  }
  const length = whole === undefined ? {} : { bodyLength: byteLength(whole) };
  return {
    meta: { status: delivery.status ?? 200, headers, ...length },
    send: (sink) => sendItems(whole ?? coded, parts, delivery, sink),
  };
}

function byteLength(items: readonly WireItem[]): number {
  return items.reduce((sum, it) => sum + (it instanceof Uint8Array ? it.length : 0), 0);
}
