// Sends one HTTP response over a connection: chunked, or with the length that the head declares.
import type { Sink } from "../delivery/deliver.ts";
import type { Connection } from "./connection.ts";
import { responseHead } from "./response-head.ts";

const flushAtBytes = 64 * 1024;
const crlf = Buffer.from("\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/** What goes into the head of a response. */
export interface ResponseMeta {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Known length of the body; chunked without it. */
  readonly bodyLength?: number;
}

/** A sink for one response; `end` leaves the connection open for the next request. */
export function createHttpSink(connection: Connection, meta: ResponseMeta): Sink {
  const isSized = meta.bodyLength !== undefined || meta.headers.has("content-length");
  let isHeadSent = false;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  const gather = (bytes: Uint8Array): void => {
    gathered.push(bytes);
    gatheredBytes += bytes.length;
  };
  const flush = async (): Promise<void> => {
    connection.write(Buffer.concat(gathered));
    gathered = [];
    gatheredBytes = 0;
    await connection.drained();
  };
  return {
    gone: connection.closed,
    get isGone() {
      return connection.isClosed;
    },
    sendHead() {
      if (isHeadSent) return;
      isHeadSent = true;
      gather(responseHead(meta.status, headLines(meta, isSized)));
    },
    write(piece) {
      if (isSized) gather(piece);
      else for (const part of chunkOf(piece)) gather(part);
      return gatheredBytes >= flushAtBytes;
    },
    flush,
    async end() {
      if (!isSized) gather(lastChunk);
      await flush();
    },
    async close() {
      await flush();
      await connection.close();
    },
    reset: () => connection.reset(),
  };
}

function headLines(meta: ResponseMeta, isSized: boolean): [string, string][] {
  const lines = [...meta.headers];
  if (!isSized) lines.push(["transfer-encoding", "chunked"]);
  else if (!meta.headers.has("content-length")) {
    lines.push(["content-length", String(meta.bodyLength)]);
  }
  return lines;
}

function chunkOf(piece: Uint8Array): Uint8Array[] {
  return [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, crlf];
}
