// A place from which somebody hears a session. Who reads slowly holds the session back: a host for as long as it takes;
// somebody who only watches is dropped after a while, so that no window left open can stop the work.

/** What may wait for a watcher at the very most. */
export const MAX_LAG_BYTES = 8 << 20;
/** How long a watcher is waited for. */
export const PATIENCE_MS = 1000;
/** What may wait for anybody before it holds the session back. */
export const MAX_WAITING_BYTES = 1 << 20;

/** One listener of a session. */
export interface Seat {
  /** Answers the session's questions, and is waited for as long as it takes. */
  readonly isHost: boolean;
  /** A frame as JSON. */
  send(json: string): void;
  /** What to wait for before more is sent; undefined while it keeps up. Resolves too when it is gone. */
  drained(): Promise<void> | undefined;
  /** Ends it. */
  leave(reason: string): void;
}
