// A bare HTTP/1.1 client for tests of the server: shows chunks as they were framed and how the
// connection ended, which `fetch` hides.
import { connect } from "node:net";
import { eventually } from "../eventually.ts";

/** A response as it was on the wire. */
export interface RawResponse {
  readonly head: string;
  readonly chunks: readonly Buffer[];
  /** `end` after a proper last chunk, else how the connection ended. */
  readonly ending: "end" | "FIN" | "ECONNRESET";
}

/** Opens a connection that sends one request. */
export async function openRaw(url: string) {
  const { hostname, port } = new URL(url);
  let received = Buffer.alloc(0);
  const ended = Promise.withResolvers<RawResponse["ending"]>();
  const socket = connect(Number(port), hostname);
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, Buffer.from(bytes)]);
    if (received.includes("\r\n0\r\n\r\n")) ended.resolve("end");
  });
  socket.on("error", () => ended.resolve("ECONNRESET"));
  socket.on("end", () => ended.resolve("FIN"));
  await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
  return {
    send(method: string, path: string, body: string): void {
      const length = Buffer.byteLength(body);
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`,
      );
    },
    /** Resolves when so many body bytes are here. */
    sawBytes: (count: number) =>
      eventually(() => Buffer.concat(parse(received).chunks).length >= count),
    async response(): Promise<RawResponse> {
      const ending = await ended.promise;
      socket.destroy();
      return { ...parse(received), ending };
    },
  };
}

function parse(received: Buffer): { head: string; chunks: Buffer[] } {
  const headEnd = received.indexOf("\r\n\r\n");
  const head = received.subarray(0, Math.max(0, headEnd)).toString("latin1");
  const chunks: Buffer[] = [];
  if (headEnd === -1) return { head, chunks };
  for (let at = headEnd + 4; at < received.length;) {
    const lineEnd = received.indexOf("\r\n", at);
    const size = Number.parseInt(received.subarray(at, lineEnd).toString("latin1"), 16);
    if (lineEnd === -1 || size === 0) break;
    chunks.push(received.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { head, chunks };
}
