// For tests only: a TCP server that answers each HTTP request with bytes a test chooses, and a clock a
// test moves. Nothing here understands HTTP beyond where a request ends.
import type { Socket, TCPSocketListener } from "bun";
import type { Clock } from "../transport/clock.ts";

export interface SeenRequest {
  readonly head: string;
  readonly body: string;
  /** Which connection it came over, counted from 0. */
  readonly connection: number;
}

/** What a test does with the connection of one request. */
export interface Wire {
  write(text: string | Uint8Array): void;
  /** Closes in order. */
  end(): void;
  /** Closes with a reset. */
  reset(): void;
  /** Resolves when the other side has gone away. */
  readonly closed: Promise<void>;
  /** Bytes that the kernel took so far. */
  readonly sentBytes: number;
}

export type Answer = (wire: Wire, request: SeenRequest) => void | Promise<void>;

class Connection implements Wire {
  received = Buffer.alloc(0);
  sentBytes = 0;
  #waiting: Uint8Array[] = [];
  #isEnding = false;
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;

  constructor(
    readonly socket: Socket<Connection | undefined>,
    readonly number: number,
  ) {}

  write(text: string | Uint8Array): void {
    this.#waiting.push(typeof text === "string" ? new TextEncoder().encode(text) : text);
    this.drain();
  }

  drain(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const taken = Math.max(0, this.socket.write(next));
      this.sentBytes += taken;
      if (taken < next.length) {
        this.#waiting[0] = next.subarray(taken);
        return;
      }
      this.#waiting.shift();
    }
    if (this.#isEnding) this.socket.end();
  }

  end(): void {
    this.#isEnding = true;
    this.drain();
  }

  reset(): void {
    this.socket.terminate();
  }

  gone(): void {
    this.#closed.resolve();
  }
}

export class WireServer implements Disposable {
  readonly requests: SeenRequest[] = [];
  readonly #answers: Answer[];
  readonly #listener: TCPSocketListener<Connection | undefined>;
  #connections = 0;

  /** Answers requests in the given order; a request beyond them is answered with HTTP 599. */
  constructor(...answers: Answer[]) {
    this.#answers = answers;
    this.#listener = Bun.listen<Connection | undefined>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (socket) => void (socket.data = new Connection(socket, this.#connections++)),
        data: (socket, bytes) => this.#receive(socket.data as Connection, bytes),
        drain: (socket) => socket.data?.drain(),
        close: (socket) => socket.data?.gone(),
        error: (socket) => socket.data?.gone(),
      },
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  get connections(): number {
    return this.#connections;
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
  }

  #receive(connection: Connection, bytes: Uint8Array): void {
    connection.received = Buffer.concat([connection.received, bytes]);
    const headEnd = connection.received.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const head = connection.received.subarray(0, headEnd).toString();
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const bodyEnd = headEnd + 4 + length;
    if (connection.received.length < bodyEnd) return;
    const body = connection.received.subarray(headEnd + 4, bodyEnd).toString();
    connection.received = connection.received.subarray(bodyEnd);
    const request = { head, body, connection: connection.number };
    const answer = this.#answers[this.requests.push(request) - 1] ?? unexpected;
    void answer(connection, request);
  }
}

const unexpected: Answer = (wire) => {
  wire.write("HTTP/1.1 599 Unexpected request\r\ncontent-length: 0\r\n\r\n");
  wire.end();
};

/** The head of a chunked answer. */
export function head(status = "200 OK", headers: Record<string, string> = {}): string {
  const all = { "content-type": "text/event-stream", ...headers, "transfer-encoding": "chunked" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`;
}

/** One chunk of a chunked answer. */
export function chunk(bytes: string | Uint8Array): Uint8Array {
  const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  const size = new TextEncoder().encode(`${data.length.toString(16)}\r\n`);
  return Buffer.concat([size, data, new TextEncoder().encode("\r\n")]);
}

export const LAST_CHUNK = "0\r\n\r\n";

/** An answer with a given body and length. */
export function whole(status: string, headers: Record<string, string>, body = ""): Answer {
  const lines = Object.entries({ ...headers, "content-length": `${Buffer.byteLength(body)}` });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return (wire) => wire.write(`HTTP/1.1 ${status}\r\n${text}\r\n${body}`);
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #nowMs = Date.UTC(2026, 0, 1);
  #timers: { atMs: number; run: () => void }[] = [];

  readonly now = (): number => this.#nowMs;

  readonly setTimer = (run: () => void, delayMs: number): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
  };

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves time on, running what falls due in its order. */
  advance(spanMs: number): void {
    const endMs = this.#nowMs + spanMs;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.atMs <= endMs);
      const next = due.sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = endMs;
  }
}
