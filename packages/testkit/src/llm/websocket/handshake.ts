// The opening handshake of a WebSocket connection, server side.
import { createHash } from "node:crypto";
import { headerOf, type RequestHead } from "../http/request-parser.ts";
import { responseHead } from "../http/response-head.ts";

const protocolGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** True when a request asks to become a WebSocket connection. */
export function isUpgrade(head: RequestHead): boolean {
  return head.method === "GET" && headerOf(head, "upgrade").toLowerCase() === "websocket";
}

/** The bytes that accept an upgrade. */
export function acceptUpgrade(head: RequestHead): Uint8Array {
  const key = headerOf(head, "sec-websocket-key");
  const accept = createHash("sha1")
    .update(key + protocolGuid)
    .digest("base64");
  return responseHead(101, [
    ["upgrade", "websocket"],
    ["connection", "Upgrade"],
    ["sec-websocket-accept", accept],
  ]);
}
