// One HTTP exchange: sends a request and hands over the body of a streaming answer; any other answer is
// an error with its facts. Knows HTTP, no wire format.
import type { Framing } from "../model/protocol.ts";
import { ProviderError, type ProviderErrorFacts } from "../model/provider-error.ts";
import type { Clock } from "./clock.ts";
import type { Deployment, HttpRequest } from "./deployment.ts";
import type { StopSwitch } from "./stop-switch.ts";

/** The part of `fetch` that is used. */
export type FetchLike = (url: string, init: BunFetchRequestInit) => Promise<Response>;

export interface ExchangeOptions {
  readonly fetch: FetchLike;
  readonly clock: Clock;
  readonly stop: StopSwitch;
  readonly framing: Framing;
  readonly deployment: Deployment;
  readonly onResponse?: ((status: number, headers: Headers) => void) | undefined;
}

/** The part of a stream reader that is used. */
export interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** An error answer is read up to here. */
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;

/** Sends; throws a `ProviderError` unless a stream comes back. */
export async function exchange(http: HttpRequest, options: ExchangeOptions): Promise<ByteReader> {
  const { stop, framing } = options;
  const response = await request(http, options);
  options.onResponse?.(response.status, response.headers);
  const reader: ByteReader | undefined = response.body?.getReader();
  const isStream = response.ok && reader !== undefined && streams(response, framing);
  if (isStream) return reader;
  const body = reader === undefined ? "" : await readText(reader, stop, MAX_ERROR_BYTES);
  if (stop.facts?.kind === "aborted") throw new ProviderError(stop.facts);
  throw new ProviderError(await failureFacts(response, body, http.url, options.clock.now()));
}

/** Sends and reads a document instead of a stream; throws a `ProviderError` unless one comes back. */
export async function exchangeDocument(
  http: HttpRequest,
  options: Omit<ExchangeOptions, "framing">,
): Promise<string> {
  const { stop } = options;
  const response = await request(http, options);
  options.onResponse?.(response.status, response.headers);
  const reader: ByteReader | undefined = response.body?.getReader();
  const limit = response.ok ? MAX_DOCUMENT_BYTES : MAX_ERROR_BYTES;
  const body = reader === undefined ? "" : await readText(reader, stop, limit);
  if (stop.facts !== undefined) throw new ProviderError(stop.facts);
  if (response.ok) return body;
  throw new ProviderError(await failureFacts(response, body, http.url, options.clock.now()));
}

async function request(
  http: HttpRequest,
  options: Omit<ExchangeOptions, "framing">,
): Promise<Response> {
  const { stop, deployment } = options;
  const { ca, ...own } = deployment.tls ?? {};
  const init: BunFetchRequestInit = {
    method: "POST",
    headers: http.headers,
    body: http.body,
    signal: stop.signal,
    // Credentials must not follow a redirect to wherever it leads.
    redirect: "manual",
    // Silence is the watchdog's business.
    timeout: false,
    ...(deployment.tls && { tls: { ...own, ...(ca && { ca: [ca].flat() }) } }),
    ...(deployment.proxy && { proxy: deployment.proxy }),
    ...(deployment.httpVersion && { protocol: "http1.1" as const }),
  };
  let response: Response | undefined;
  try {
    response = await stop.race(options.fetch(http.url, init));
  } catch (error) {
    const { networkFailure } = await import("./network-error.ts");
    throw new ProviderError(stop.facts ?? networkFailure(error, http.url), { cause: error });
  }
  if (stop.facts !== undefined) throw new ProviderError(stop.facts);
  if (response === undefined) throw new TypeError("fetch gave no response");
  return response;
}

/** A JSON or HTML document is no stream; servers that name no type, or a vague one, are believed. */
function streams(response: Response, framing: Framing): boolean {
  const type = response.headers.get("content-type") ?? "";
  if (/html/i.test(type)) return false;
  return framing === "ndjson" || !/^\s*application\/(?:[\w.-]+\+)?json/i.test(type);
}

async function readText(reader: ByteReader, stop: StopSwitch, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < maxBytes) {
      const chunk = await stop.race(reader.read());
      if (chunk?.value === undefined) break;
      parts.push(chunk.value);
      length += chunk.value.length;
    }
    await reader.cancel();
  } catch {
    // The answer broke off; what came of it, with the status, is still the best account of the failure.
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxBytes));
}

async function failureFacts(
  response: Response,
  body: string,
  url: string,
  nowMs: number,
): Promise<ProviderErrorFacts> {
  const { status, statusText, headers } = response;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    const message = `${withoutQuery(url)} redirects to ${location}; use that address as the base URL.`;
    return { kind: "invalid-request", message, retryable: false, status };
  }
  const { classify } = await import("./classify.ts");
  const facts = classify({ status, statusText, headers, body, nowMs });
  if (!response.ok || saysError(body)) return facts;
  const type = headers.get("content-type") ?? "no content type";
  const found = body.trim() === "" ? "" : `: ${facts.message}`;
  const message = `The provider answered with ${type} instead of a stream${found}`;
  return { kind: "protocol", message, retryable: false, status };
}

/** True when the body of a successful answer is itself a report of a failure. */
function saysError(body: string): boolean {
  const report = /"(?:error|errors|base_resp|detail)"\s*:\s*(?!null|""|\[\s*\]|\{\s*\})/;
  return /^\s*[[{]/.test(body) && report.test(body);
}

/** A query may hold a credential. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, "");
}
