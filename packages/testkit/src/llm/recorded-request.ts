// What the server remembers of a request: the bytes as they came, and how its answer ended.
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { parseJsonFields, type JsonFields } from "./json.ts";

/** How a response ended: sent in full, cut as scripted, or given up because the client left. */
export type Outcome = "sent" | "cut" | "clientGone";

/** One request as it was received. */
export interface RecordedRequest {
  /** Order of arrival at this server, from 1. */
  readonly number: number;
  readonly transport: "http" | "websocket";
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Header names and values in the order and case in which they came. */
  readonly rawHeaders: readonly (readonly [string, string])[];
  /** Body bytes as sent. */
  readonly bytes: Uint8Array;
  /** Body as text, after undoing a content encoding. */
  readonly body: string;
  /** Fields of a JSON body; empty when it is not a JSON object. */
  readonly json: JsonFields;
  /** Wire protocol by path, when the path belongs to one. */
  readonly api: string | undefined;
  /** Model by body or path. */
  readonly model: string | undefined;
  readonly outcome: Promise<Outcome>;
}

/** The parts of a request that the wire gives. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array;
}

/** Builds the record of a received request. */
export function recordRequest(
  received: ReceivedRequest,
  about: {
    readonly number: number;
    readonly transport: "http" | "websocket";
    readonly outcome: Promise<Outcome>;
    readonly identify: (path: string, json: JsonFields) => { api?: string; model?: string };
  },
): RecordedRequest {
  const url = new URL(`http://fake.invalid${received.target}`);
  const headers = new Headers();
  for (const [name, value] of received.rawHeaders) headers.append(name, value);
  const body = decodeBody(received.bytes, headers.get("content-encoding"));
  const fields = parseJsonFields(body);
  const { api, model } = about.identify(url.pathname, fields);
  return {
    number: about.number,
    transport: about.transport,
    method: received.method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    rawHeaders: received.rawHeaders,
    bytes: received.bytes,
    body,
    json: fields,
    api,
    model,
    outcome: about.outcome,
  };
}

function decodeBody(bytes: Uint8Array, encoding: string | null): string {
  const plain =
    encoding === "gzip"
      ? gunzipSync(bytes)
      : encoding === "zstd"
        ? zstdDecompressSync(bytes)
        : bytes;
  return new TextDecoder().decode(plain);
}
