// One accepted TCP connection: ordered writes with back pressure, and the three ways to end it.
import type { Socket } from "bun";
import { createByteQueue, type ByteQueue } from "./byte-queue.ts";

/** An accepted connection. */
export interface Connection {
  readonly received: ByteQueue;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  /** Called whenever bytes were added to `received`. */
  onData: () => void;
  write(bytes: Uint8Array): void;
  /** Resolves when the kernel has taken every written byte, or the connection is gone. */
  drained(): Promise<void>;
  /** Ends after what was written (FIN). */
  close(): Promise<void>;
  /** Destroys at once (RST). */
  reset(): void;
}

/** What the listener's socket handlers drive. */
export interface ConnectionDriver {
  readonly connection: Connection;
  data(bytes: Uint8Array): void;
  drain(): void;
  closed(): void;
}

/** Wraps a socket. */
export function driveConnection(socket: Socket<unknown>): ConnectionDriver {
  const gone = Promise.withResolvers<void>();
  const received = createByteQueue();
  let isClosed = false;
  let unsent: Uint8Array[] = [];
  let emptied = Promise.withResolvers<void>();
  const push = (): void => {
    while (unsent[0] !== undefined) {
      const taken = Math.max(0, socket.write(unsent[0]));
      if (taken < unsent[0].length) {
        unsent[0] = unsent[0].subarray(taken);
        return;
      }
      unsent.shift();
    }
    emptied.resolve();
  };
  const connection: Connection = {
    received,
    closed: gone.promise,
    get isClosed() {
      return isClosed;
    },
    onData: () => {},
    write(bytes) {
      if (isClosed || bytes.length === 0) return;
      unsent.push(bytes);
      if (unsent.length > 1) return;
      emptied = Promise.withResolvers();
      push();
    },
    drained: () => Promise.race([emptied.promise, gone.promise]),
    async close() {
      if (unsent.length > 0) await connection.drained();
      socket.end();
    },
    reset: () => socket.terminate(),
  };
  emptied.resolve();
  return {
    connection,
    data(bytes) {
      received.push(bytes);
      connection.onData();
    },
    drain: push,
    closed() {
      isClosed = true;
      unsent = [];
      gone.resolve();
    },
  };
}
