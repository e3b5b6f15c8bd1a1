// Status line and headers of a response.

const reasons: Readonly<Record<number, string>> = {
  101: "Switching Protocols",
  200: "OK",
  204: "No Content",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  413: "Payload Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  529: "Overloaded",
};

/** The head's bytes, blank line included. */
export function responseHead(
  status: number,
  headers: readonly (readonly [string, string])[],
): Uint8Array {
  const lines = [`HTTP/1.1 ${status} ${reasons[status] ?? "Scripted"}`];
  for (const [name, value] of headers) {
    if (/[\r\n]/.test(name + value)) throw new Error(`header ${name} holds a line break`);
    lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
