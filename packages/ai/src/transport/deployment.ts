// Where a model is reached: address, headers with credentials, and how a request is signed. Knows no
// protocol; who may use which credential is decided elsewhere.
import type { Framing } from "../model/protocol.ts";
import { ACCEPT } from "./framing.ts";

/** A request just before it is sent. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Client certificate and extra authorities, as PEM text. */
export interface TlsMaterial {
  readonly ca?: string | readonly string[];
  readonly cert?: string;
  readonly key?: string;
}

/** One way to reach a model. */
export interface Deployment {
  readonly baseUrl: string;
  /** Sent with every request; credentials live here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the URL's query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Signs the finished request, for providers whose credential covers its bytes. */
  readonly sign?: (request: HttpRequest, signal: AbortSignal) => Promise<HttpRequest>;
  readonly tls?: TlsMaterial;
  readonly proxy?: string;
  /** Keeps connections to this version of HTTP. */
  readonly httpVersion?: "1.1";
}

/** Headers whose values are lists: several sources add to them instead of replacing each other. */
const LIST_HEADERS: ReadonlySet<string> = new Set(["anthropic-beta"]);

/** What a protocol and a model bring to a request. */
export interface RequestParts {
  readonly path: string;
  readonly framing: Framing;
  readonly protocolHeaders: Readonly<Record<string, string>>;
  readonly modelHeaders?: Readonly<Record<string, string>> | undefined;
  readonly body: string;
}

/** Puts the parts together; of headers with one name the deployment's wins, then the model's. */
export function buildHttpRequest(parts: RequestParts, deployment: Deployment): HttpRequest {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: ACCEPT[parts.framing],
  };
  for (const source of [parts.protocolHeaders, parts.modelHeaders, deployment.headers]) {
    addHeaders(headers, source ?? {});
  }
  return { url: joinUrl(deployment, parts.path), headers, body: parts.body };
}

function addHeaders(headers: Record<string, string>, source: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(source)) {
    const key = name.toLowerCase();
    const before = LIST_HEADERS.has(key) ? headers[key] : undefined;
    headers[key] = before === undefined ? value : joinList(before, value);
  }
}

function joinList(before: string, added: string): string {
  const items = `${before},${added}`.split(",").map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ""))].join(",");
}

/** A base URL may or may not already end with the first part of the path (`/v1`). */
function joinUrl(deployment: Deployment, path: string): string {
  const base = deployment.baseUrl.replace(/\/+$/, "");
  const first = /^\/[^/?]+/.exec(path)?.[0] ?? "";
  const rest = first !== "" && base.endsWith(first) ? path.slice(first.length) : path;
  const query = Object.entries(deployment.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  if (query.length === 0) return base + rest;
  return `${base}${rest}${rest.includes("?") ? "&" : "?"}${query.join("&")}`;
}
