// What the server answers to one request: scripted meaning, raw bytes or an HTTP error, and how the
// bytes leave. Encoding is done elsewhere.
import { readFileSync } from "node:fs";
import type { JsonValue } from "./json.ts";
import type { Control, Part } from "./parts.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** How a response leaves the server. */
export interface DeliveryOptions {
  /** Body bytes of each write, over event borders; an array is cycled through. Default: one write an event. */
  readonly chunkBytes?: number | readonly number[];
  readonly gzip?: boolean;
  readonly status?: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a reply before it is put on the wire. */
export type ReplyBody =
  | { readonly kind: "parts"; readonly parts: readonly Part[] }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly controls: readonly Control[] }
  | { readonly kind: "httpError"; readonly type?: string; readonly message?: string };

/** One scripted answer. */
export interface Reply {
  readonly [isReply]: true;
  readonly body: ReplyBody;
  readonly delivery: DeliveryOptions;
}

/** What may be scripted: a reply, parts that make one, or a function of the request. */
export type Scripted =
  | Reply
  | Part
  | readonly Part[]
  | ((request: RecordedRequest) => Reply | Part | readonly Part[] | Promise<Reply | Part | Part[]>);

const isReply: unique symbol = Symbol("reply");

/** Parts as one reply, with a say in how its bytes leave. */
export function reply(parts: Part | readonly Part[], delivery: DeliveryOptions = {}): Reply {
  const list = isPartList(parts) ? parts : [parts];
  return { [isReply]: true, body: { kind: "parts", parts: list }, delivery };
}

/** Bytes as they are, recorded or malformed. */
export function raw(
  bytes: string | Uint8Array,
  options: DeliveryOptions & { readonly controls?: readonly Control[] } = {},
): Reply {
  const { controls = [], ...delivery } = options;
  const body = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  return { [isReply]: true, body: { kind: "bytes", bytes: body, controls }, delivery };
}

/** The bytes of a file, as they are. */
export function rawFile(path: string, options: Parameters<typeof raw>[1] = {}): Reply {
  return raw(readFileSync(path), options);
}

/** A JSON document. */
export function json(value: JsonValue, options: DeliveryOptions = {}): Reply {
  return raw(JSON.stringify(value), { contentType: "application/json", ...options });
}

/**
 * An HTTP error. Without `body` it is what the vendor of the requested protocol would send for that
 * status, with `type` and `message` in its place.
 */
export function httpError(
  status: number,
  options: DeliveryOptions & {
    readonly body?: JsonValue | Uint8Array;
    readonly type?: string;
    readonly message?: string;
  } = {},
): Reply {
  const { body, type, message, ...rest } = options;
  const delivery = { ...rest, status };
  if (body instanceof Uint8Array || typeof body === "string") return raw(body, delivery);
  if (body !== undefined) return json(body, delivery);
  return {
    [isReply]: true,
    body: {
      kind: "httpError",
      ...(type === undefined ? {} : { type }),
      ...(message === undefined ? {} : { message }),
    },
    delivery,
  };
}

/** True for a finished reply, false for parts, functions and plain JSON. */
export function isReplyValue(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && isReply in value;
}

/** Settles what was scripted into a reply to this request. */
export async function resolveScripted(
  scripted: Scripted,
  request: RecordedRequest,
): Promise<Reply> {
  const value = typeof scripted === "function" ? await scripted(request) : scripted;
  return isReplyValue(value) ? value : reply(value);
}

function isPartList(parts: Part | readonly Part[]): parts is readonly Part[] {
  return Array.isArray(parts);
}
