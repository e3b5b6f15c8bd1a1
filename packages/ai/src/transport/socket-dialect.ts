// What a protocol must say so that its requests can go over a WebSocket. Types only.

/** What the other side answered instead of a response. */
export interface SocketRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SocketDialect {
  /** Sent with the handshake; they win over the request's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The message that stands for a request with this body. */
  wrap(body: string): string;
  /** Set when a first frame refuses the request. */
  refusal(frame: string): SocketRefusal | undefined;
  /** Set when a frame is the last of its response; whether the connection may take another request. */
  end(frame: string): { readonly isReusable: boolean } | undefined;
}
