// The frames of one response as the server-sent events they would be over HTTP, so that nobody else need
// know how they came.
import type { SocketConnection } from "./socket-connection.ts";
import type { SocketDialect } from "./socket-dialect.ts";

/** Called once, when the response needs its connection no longer. */
export type ReleaseConnection = (outcome: { readonly isReusable: boolean }) => void;

/** A response that begins with a frame that was already read. */
export function respondWith(
  connection: SocketConnection,
  first: string,
  dialect: SocketDialect,
  release: ReleaseConnection,
): Response {
  let next: string | undefined = first;
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const frame: string = next ?? (await connection.next());
          next = undefined;
          controller.enqueue(utf8.encode(asEvent(frame)));
          const end = dialect.end(frame);
          if (end === undefined) return;
          release(end);
          controller.close();
        } catch (error) {
          release({ isReusable: false });
          controller.error(error);
        }
      },
      cancel: () => release({ isReusable: false }),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function asEvent(frame: string): string {
  return `data: ${frame.replaceAll(/\r\n|[\r\n]/g, "\ndata: ")}\n\n`;
}
