// One WebSocket connection as a queue of text frames that is read at the reader's pace. Knows nothing of
// what the frames mean.

/** Where to connect, and with what. */
export interface SocketTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls?: Bun.TLSOptions | undefined;
  readonly proxy?: string | undefined;
}

/** Why there is no connection, or no longer one. */
export class SocketFailure extends Error {
  override readonly name = "SocketFailure";
  /** Undefined when the connection was open before; else the HTTP status of the refusal, or 0. */
  readonly refusedStatus: number | undefined;

  constructor(message: string, refusedStatus?: number) {
    super(message);
    this.refusedStatus = refusedStatus;
  }
}

/** So many unread frames stop the reading from the network. */
const MAX_WAITING_FRAMES = 256;

export class SocketConnection {
  readonly #socket: WebSocket;
  #frames: string[] = [];
  #reader: PromiseWithResolvers<string> | undefined;
  #failure: SocketFailure | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    socket.addEventListener("close", ({ code }) => {
      this.#fail(new SocketFailure(`The socket was closed (${code}).`));
    });
  }

  /** Rejects with a `SocketFailure`, also when the signal is aborted. */
  static open(target: SocketTarget, signal: AbortSignal | undefined): Promise<SocketConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<SocketConnection>();
    const { url, headers, tls, proxy } = target;
    const socket = new WebSocket(url, { headers, ...(tls && { tls }), ...(proxy && { proxy }) });
    const connection = new SocketConnection(socket);
    const abort = () => socket.terminate();
    signal?.addEventListener("abort", abort, { once: true });
    const settle = (act: () => void) => {
      signal?.removeEventListener("abort", abort);
      act();
    };
    socket.addEventListener("open", () => settle(() => resolve(connection)));
    socket.addEventListener("error", (event) => {
      const message = event instanceof ErrorEvent ? event.message : "";
      settle(() => reject(new SocketFailure(message, statusIn(message))));
    });
    socket.addEventListener("close", () => {
      settle(() => reject(new SocketFailure("The socket was closed before it opened.", 0)));
    });
    if (signal?.aborted === true) abort();
    return promise;
  }

  get isOpen(): boolean {
    return this.#failure === undefined && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Sends a message; what was left unread before it is dropped. */
  send(text: string): void {
    this.#frames = [];
    this.#socket.send(text);
  }

  /** The next frame; rejects when the connection ends before one comes. One reader at a time. */
  next(): Promise<string> {
    const frame = this.#frames.shift();
    if (frame === undefined) {
      if (this.#failure !== undefined) return Promise.reject(this.#failure);
      this.#reader = Promise.withResolvers<string>();
      return this.#reader.promise;
    }
    if (this.#frames.length === 0) this.#socket.resume();
    return Promise.resolve(frame);
  }

  close(): void {
    this.#fail(new SocketFailure("The socket was closed by omp."));
    this.#socket.terminate();
  }

  #receive(frame: string): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader !== undefined) reader.resolve(frame);
    else if (this.#frames.push(frame) >= MAX_WAITING_FRAMES) this.#socket.pause();
  }

  #fail(failure: SocketFailure): void {
    this.#failure ??= failure;
    this.#reader?.reject(this.#failure);
    this.#reader = undefined;
  }
}

/** Bun tells the status of a refused handshake only in words. */
function statusIn(message: string): number {
  return Number(/101 status code: (\d{3})/.exec(message)?.[1] ?? 0);
}
