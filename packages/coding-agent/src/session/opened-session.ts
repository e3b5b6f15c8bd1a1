// The session that takes the place of another, as whoever had it opened may use it.
import type { CustomMessage, NewEntry } from "./log/entry.ts";
import type { SessionWish } from "./session-wish.ts";

/** The session that took the place of the one a command was sent to. */
export interface OpenedSession {
  record(entry: NewEntry): void;
  /** Has the model go on, with words of ours. */
  goOn(message: CustomMessage): Promise<void>;
}

/** Puts another session in the place of this one. */
export type OpenNext = (wish: SessionWish) => Promise<OpenedSession>;
