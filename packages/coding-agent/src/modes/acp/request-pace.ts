// Holds the editor's input back while too many of its requests wait for their answers to be read, so that an editor that
// asks without reading does not fill memory. Knows frames only by whether they ask or answer.
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** More than an editor ever asks at once; what stops something is read until then. */
const MAX_UNANSWERED = 1024;

/** Counts the requests of one connection. */
export class RequestPace {
  #unanswered = 0;
  #room = Promise.withResolvers<void>();

  /** The same bytes, not read before there is room for what they ask. */
  input(bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = bytes.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          while (this.#unanswered >= MAX_UNANSWERED) await this.#room.promise;
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** The same frames, counted. */
  frames({ readable, writable }: Stream): Stream {
    const writer = writable.getWriter();
    return {
      readable: readable.pipeThrough(
        new TransformStream<AnyMessage, AnyMessage>({
          transform: (message, controller) => {
            if ("method" in message && "id" in message) this.#unanswered += 1;
            controller.enqueue(message);
          },
        }),
      ),
      writable: new WritableStream<AnyMessage>({
        write: async (message) => {
          await writer.write(message);
          if (!("method" in message)) this.#settle();
        },
        close: () => writer.close(),
        abort: (reason) => writer.abort(reason),
      }),
    };
  }

  #settle(): void {
    this.#unanswered -= 1;
    this.#room.resolve();
    this.#room = Promise.withResolvers<void>();
  }
}
