// What a run leaves to be done when it has ended: another session takes the place of this one. Only where a face
// shows sessions, because it is the face that opens them.
import type { OpenNext } from "./opened-session.ts";

/** Work that may close this session; false when it could not be done and this one goes on. */
type Begin = (open: OpenNext) => Promise<boolean>;

/** The next session of one session. */
export class Succession {
  #open: OpenNext | undefined;
  #planned: Begin | undefined;

  /** A face lets other sessions take the place of this one. */
  offer(open: OpenNext): void {
    this.#open = open;
  }

  get isPossible(): boolean {
    return this.#open !== undefined;
  }

  /** To be done when the run has ended. */
  plan(begin: Begin): void {
    this.#planned = begin;
  }

  /** Does what was planned; false when this session goes on. */
  async carryOut(): Promise<boolean> {
    const [open, begin] = [this.#open, this.#planned];
    this.#planned = undefined;
    if (open === undefined || begin === undefined) return false;
    return begin(open);
  }
}
