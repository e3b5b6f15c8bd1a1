// Reads a non-blocking pipe as data comes, without keeping any of it. It owns the descriptor it reads from.
import { closeQuietly } from "./libc.ts";

/** Receives bytes that are valid only until it returns: copy what must be kept. */
export type ByteConsumer = (bytes: Uint8Array) => void;

/** A pipe that is never empty gives way to everything else after this long. */
const SLICE_MS = 8;

/** Reads until the pipe is closed by its last writer or the reader is disposed. */
export class PipeReader implements Disposable {
  readonly #stop: () => Promise<void>;

  constructor(fd: number, onBytes: ByteConsumer) {
    const reader = Bun.file(fd).stream().getReader();
    // The descriptor must outlive the runtime's interest in it.
    this.#stop = () => reader.cancel().finally(() => closeQuietly(fd));
    void (async () => {
      let givesWayAt = performance.now() + SLICE_MS;
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        onBytes(value);
        // Frees the chunk now: waiting for the collector costs tens of megabytes on a fast stream.
        value.buffer.transfer(0);
        if (performance.now() < givesWayAt) continue;
        await new Promise(setImmediate);
        givesWayAt = performance.now() + SLICE_MS;
      }
    })();
  }

  [Symbol.dispose](): void {
    void this.#stop();
  }
}
