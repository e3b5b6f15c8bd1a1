// Carries requests over WebSocket connections, in the shape of `fetch`: keeps one connection for the next
// request, tries again when one is lost before it answered, and gives way to HTTP where it may. The state
// is this object; whoever holds it closes it.
import { type Clock, systemClock } from "./clock.ts";
import type { FetchLike } from "./exchange.ts";
import { SocketConnection, SocketFailure, type SocketTarget } from "./socket-connection.ts";
import type { SocketDialect } from "./socket-dialect.ts";
import { respondWith } from "./socket-response.ts";
import type { Timeouts } from "./watchdog.ts";

/** `auto` falls back to HTTP, `on` never does, `off` never leaves it. */
export type SocketPolicy = "auto" | "off" | "on";

export interface SocketTransportOptions {
  readonly policy?: SocketPolicy;
  /** How long a connection may be silent, in the middle of a response or between two. */
  readonly idleTimeoutMs?: number;
  /** How often a lost request is sent again. */
  readonly maxRetries?: number;
  /** Wait before the first retry; it doubles with each. */
  readonly retryDelayMs?: number;
  readonly clock?: Clock;
  /** How HTTP requests are made. */
  readonly fetch?: FetchLike;
}

interface KeptConnection {
  readonly key: string;
  readonly connection: SocketConnection;
  readonly cancelTimer: () => void;
}

interface Attempt {
  readonly target: SocketTarget;
  readonly message: string;
  readonly signal: AbortSignal | undefined;
}

const DEFAULTS = {
  policy: "auto",
  idleTimeoutMs: 300_000,
  maxRetries: 5,
  retryDelayMs: 500,
} as const;
/** Statuses that say that there is no WebSocket here, now or later. */
const NOT_HERE: ReadonlySet<number> = new Set([400, 404, 405, 410, 426, 501]);

export class SocketTransport implements Disposable {
  /** To be given along with `fetch`: silence within a response is the watchdog's business. */
  readonly timeouts: Timeouts;
  readonly #options: Required<SocketTransportOptions>;
  readonly #dialect: SocketDialect;
  readonly #active = new Set<SocketConnection>();
  #kept: KeptConnection | undefined;
  #hasGivenUp = false;

  constructor(dialect: SocketDialect, options: SocketTransportOptions = {}) {
    this.#dialect = dialect;
    this.#options = { ...DEFAULTS, clock: systemClock, fetch: globalThis.fetch, ...options };
    this.timeouts = { idleMs: this.#options.idleTimeoutMs };
  }

  /** Sends a request and gives its events as a streaming response. */
  readonly fetch: FetchLike = async (url, init) => {
    const { policy } = this.#options;
    if (policy === "off" || this.#hasGivenUp) return this.#options.fetch(url, init);
    const signal = init.signal ?? undefined;
    const target = this.#targetOf(url, init);
    const body = typeof init.body === "string" ? init.body : "";
    const attempt = { target, message: this.#dialect.wrap(body), signal };
    try {
      return await this.#tryAgain(attempt);
    } catch (error) {
      if (!(error instanceof SocketFailure) || signal?.aborted === true) throw error;
      if (policy === "on") return refused(error);
      const status = error.refusedStatus;
      this.#hasGivenUp = status === undefined || NOT_HERE.has(status);
      return this.#options.fetch(url, init);
    }
  };

  /** Closes every connection and forgets what was learned; a later request starts anew. */
  close(): void {
    this.#dropKept();
    for (const connection of this.#active) connection.close();
    this.#active.clear();
    this.#hasGivenUp = false;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #tryAgain(attempt: Attempt): Promise<Response> {
    const { maxRetries, retryDelayMs, policy } = this.#options;
    for (let count = 0; ; count++) {
      const kept = this.#takeKept(keyOf(attempt.target));
      try {
        return await this.#send(attempt, kept);
      } catch (error) {
        const isLost = error instanceof SocketFailure && attempt.signal?.aborted !== true;
        if (!isLost || count >= maxRetries || !mayRetry(error, policy)) throw error;
      }
      // A kept connection may have died unnoticed: no reason to wait.
      if (kept === undefined) await this.#wait(retryDelayMs * 2 ** count, attempt.signal);
    }
  }

  async #send(attempt: Attempt, kept: SocketConnection | undefined): Promise<Response> {
    const { target, message, signal } = attempt;
    const connection = kept ?? (await SocketConnection.open(target, signal));
    this.#active.add(connection);
    const abort = () => connection.close();
    signal?.addEventListener("abort", abort, { once: true });
    const release = ({ isReusable }: { readonly isReusable: boolean }) => {
      signal?.removeEventListener("abort", abort);
      this.#active.delete(connection);
      if (isReusable && connection.isOpen) this.#keep(keyOf(target), connection);
      else connection.close();
    };
    try {
      connection.send(message);
      const first = await connection.next();
      const refusal = this.#dialect.refusal(first);
      if (refusal === undefined) return respondWith(connection, first, this.#dialect, release);
      release({ isReusable: false });
      return new Response(refusal.body, refusal);
    } catch (error) {
      release({ isReusable: false });
      throw error;
    }
  }

  #targetOf(url: string, init: BunFetchRequestInit): SocketTarget {
    const { headers, proxy, tls } = init;
    const { "content-type": _type, accept: _accept, ...own } = headers as Record<string, string>;
    return {
      url: url.replace(/^http/, "ws"),
      headers: { ...own, ...this.#dialect.headers },
      ...(typeof proxy === "string" && { proxy }),
      ...(tls && { tls }),
    };
  }

  #takeKept(key: string): SocketConnection | undefined {
    const kept = this.#kept;
    if (kept === undefined || (kept.key === key && kept.connection.isOpen)) {
      kept?.cancelTimer();
      this.#kept = undefined;
      return kept?.connection;
    }
    this.#dropKept();
    return undefined;
  }

  #keep(key: string, connection: SocketConnection): void {
    this.#dropKept();
    const { clock, idleTimeoutMs } = this.#options;
    const cancelTimer = clock.setTimer(() => this.#dropKept(), idleTimeoutMs);
    this.#kept = { key, connection, cancelTimer };
  }

  #dropKept(): void {
    this.#kept?.cancelTimer();
    this.#kept?.connection.close();
    this.#kept = undefined;
  }

  #wait(spanMs: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = this.#options.clock.setTimer(resolve, spanMs);
    const abort = () => {
      cancel();
      reject(new SocketFailure("The wait for a connection was ended."));
    };
    signal?.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }
}

/** A connection that was lost may come back; one that was never there has HTTP to fall back on. */
function mayRetry({ refusedStatus }: SocketFailure, policy: SocketPolicy): boolean {
  return refusedStatus === undefined || (policy === "on" && refusedStatus === 0);
}

/** A refused handshake in the form of the HTTP answer that it was; a lost connection stays an error. */
function refused(failure: SocketFailure): Response {
  const status = failure.refusedStatus ?? 0;
  if (status < 400) throw failure;
  return new Response(`The server refused a WebSocket connection (HTTP ${status}).`, { status });
}

function keyOf({ url, headers, proxy }: SocketTarget): string {
  return JSON.stringify([url, headers, proxy]);
}
