// Responses of the server. None may be framed, sniffed, kept or read by another site.

const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export interface BodyOptions {
  readonly status?: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with a body. */
export function bodyResponse(
  body: string | ReadableStream<string> | null,
  { status = 200, type, headers }: BodyOptions,
): Response {
  return new Response(body, {
    status,
    headers: { ...HEADERS, "Content-Type": type, ...headers },
  });
}

/** A JSON document. */
export function jsonResponse(value: unknown, status = 200): Response {
  return bodyResponse(JSON.stringify(value), { status, type: "application/json" });
}

/** What went wrong, in a sentence. */
export function problemResponse(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({ error });
  return bodyResponse(body, { status, type: "application/json", headers });
}

/** Done, and nothing to say. */
export function emptyResponse(status: 202 | 204): Response {
  return new Response(null, { status, headers: HEADERS });
}
