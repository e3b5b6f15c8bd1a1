// HTTP/1.1 requests out of a byte stream. Knows nothing of sockets or of what is asked.
import type { ReceivedRequest } from "../recorded-request.ts";
import type { ByteQueue } from "./byte-queue.ts";

/** Head of a request whose body has not been read yet. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly (readonly [string, string])[];
}

/** A parser over a queue; `next` gives one finished request, or nothing while bytes are missing. */
export interface RequestParser {
  next(): ReceivedRequest | undefined;
}

/** Parses requests from `queue`; `onHead` sees each head before its body has come. */
export function createRequestParser(
  queue: ByteQueue,
  onHead: (head: RequestHead) => void,
): RequestParser {
  let head: RequestHead | undefined;
  let chunked: ChunkedBody = { chunks: [], awaited: undefined };
  const finish = (done: RequestHead, bytes: Uint8Array): ReceivedRequest => {
    head = undefined;
    chunked = { chunks: [], awaited: undefined };
    return { ...done, bytes };
  };
  return {
    next() {
      if (head === undefined) {
        head = takeHead(queue);
        if (head === undefined) return undefined;
        onHead(head);
      }
      if (/chunked/i.test(headerOf(head, "transfer-encoding"))) {
        return takeChunks(queue, chunked) ? finish(head, Buffer.concat(chunked.chunks)) : undefined;
      }
      const length = Number(headerOf(head, "content-length") || "0");
      return queue.length < length ? undefined : finish(head, queue.take(length));
    },
  };
}

/** The first value of a header, or empty text. */
export function headerOf(head: RequestHead, name: string): string {
  return head.rawHeaders.find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
}

function takeHead(queue: ByteQueue): RequestHead | undefined {
  const end = queue.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [requestLine = "", ...lines] = queue
    .take(end + 4)
    .toString("latin1")
    .trim()
    .split("\r\n");
  const [method = "", target = "/"] = requestLine.split(" ");
  const rawHeaders = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { method, target, rawHeaders };
}

/** A chunked body as far as it has come. */
interface ChunkedBody {
  readonly chunks: Uint8Array[];
  /** Size of the chunk whose size line was read and whose bytes are missing. */
  awaited: number | undefined;
}

/** Moves whole chunks out of the queue; true when the last one was among them. */
function takeChunks(queue: ByteQueue, body: ChunkedBody): boolean {
  for (;;) {
    if (body.awaited === undefined) {
      const lineEnd = queue.indexOf("\r\n");
      if (lineEnd === -1) return false;
      body.awaited = Number.parseInt(queue.take(lineEnd + 2).toString("latin1"), 16);
    }
    const size = body.awaited;
    if (queue.length < size + 2) return false;
    body.chunks.push(queue.take(size));
    queue.take(2);
    body.awaited = undefined;
    if (size === 0) return true;
  }
}
