// AWS Signature Version 4: headers that prove who sends a request and that nobody changed it. Pure; where
// credentials come from is decided elsewhere.
import { createHash, createHmac } from "node:crypto";

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request as it goes out; `path` is as on the wire, escapes included. */
export interface SignableRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly nowMs: number;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** The headers to add. Signed are the host, the content type and everything of Amazon's own. */
export function signV4(
  request: SignableRequest,
  credentials: AwsCredentials,
  scope: SigningScope,
): Record<string, string> {
  const time = new Date(scope.nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const date = time.slice(0, 8);
  const { sessionToken } = credentials;
  const added = {
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const signed = signedHeaders({ ...request.headers, ...added, host: request.host });
  const names = signed.map(([name]) => name).join(";");
  const place = `${date}/${scope.region}/${scope.service}/aws4_request`;
  const hash = sha256(canonicalRequest(request, signed, names));
  const key = [date, scope.region, scope.service, "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, [ALGORITHM, time, place, hash].join("\n")).toString("hex");
  const credential = `Credential=${credentials.accessKeyId}/${place}`;
  return {
    ...added,
    authorization: `${ALGORITHM} ${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function signedHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name === "host" || name === "content-type" || name.startsWith("x-amz-"))
    .map(([name, value]): [string, string] => [name, value.trim().replaceAll(/ +/g, " ")])
    .sort(([a], [b]) => compare(a, b));
}

function canonicalRequest(
  { method, path, query, body }: SignableRequest,
  signed: readonly [string, string][],
  names: string,
): string {
  const sorted = query
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  const headers = signed.map(([name, value]) => `${name}:${value}\n`).join("");
  return [method, canonicalPath(path), sorted.join("&"), headers, names, sha256(body)].join("\n");
}

/** Every segment is escaped once more than on the wire. */
function canonicalPath(path: string): string {
  return path.split("/").map(encode).join("/") || "/";
}

/** Escapes all but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** By code unit, as the canonical form demands. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
