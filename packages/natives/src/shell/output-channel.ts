// The pipe that carries what commands print. It can tell when everything written so far has been read, without
// looking for marks that a command could have printed, and it never waits for the pipe to be closed: a background
// process may hold it open for as long as it lives.
import { constants, openSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { closeQuietly, type Libc } from "../process/libc.ts";
import { PipeReader, type ByteConsumer } from "../process/pipe-reader.ts";
import { TokenScanner } from "./token-scanner.ts";

const PIPE_CAPACITY_BYTES = 1 << 20;
const TOKEN_BYTES = 32;

interface Drain {
  readonly token: Uint8Array;
  readonly scanner: TokenScanner;
  readonly finish: () => void;
  isSent: boolean;
}

/** One pipe, read for as long as the session lives. */
export class OutputChannel implements Disposable {
  /** The end for the child; close it once the child has it. */
  readonly childEnd: number;
  readonly #ownWriteEnd: number;
  readonly #reader: PipeReader;
  #consumer: ByteConsumer | undefined;
  #drain: Drain | undefined;
  #isClosed = false;

  constructor(libc: Libc) {
    const pipe = libc.openPipe({ capacityBytes: PIPE_CAPACITY_BYTES });
    this.childEnd = pipe.write;
    // Opened anew rather than duplicated: only this end may be non-blocking, never the one programs write to.
    this.#ownWriteEnd = openSync(
      `/dev/fd/${pipe.write}`,
      constants.O_WRONLY | constants.O_NONBLOCK,
    );
    this.#reader = new PipeReader(pipe.read, (bytes) => this.#receive(bytes));
  }

  /** Sends what comes from now on to `consumer`; without one it is dropped. */
  deliverTo(consumer: ByteConsumer | undefined): void {
    this.#consumer = consumer;
  }

  /**
   * Resolves when everything that was in the pipe at the time of the call has been delivered: a token that nobody
   * could have known before is written behind it.
   */
  drained(): Promise<void> {
    const token = randomBytes(TOKEN_BYTES);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drain = { token, scanner: new TokenScanner(token), finish: resolve, isSent: false };
    this.#sendToken();
    return promise;
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#drain?.finish();
    this.#reader[Symbol.dispose]();
    closeQuietly(this.#ownWriteEnd);
  }

  #receive(bytes: Uint8Array): void {
    const drain = this.#drain;
    if (!drain?.isSent) {
      this.#consumer?.(bytes);
      this.#sendToken();
      return;
    }
    if (!drain.scanner.push(bytes, (part) => this.#consumer?.(part))) return;
    this.#drain = undefined;
    drain.finish();
  }

  #sendToken(): void {
    const drain = this.#drain;
    if (!drain) return;
    try {
      writeSync(this.#ownWriteEnd, drain.token);
      drain.isSent = true;
    } catch (error) {
      // The pipe is full: there is something to read, after which this is tried again.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
