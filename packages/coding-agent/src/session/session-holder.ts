// The session that a face shows, and how another one takes its place. Listeners stay when sessions go; the old
// session ends only when the new one is there, so that a refusal changes nothing.
import { type CommandFace, type CommandRequest, OpenCancelled } from "./command.ts";
import { type SessionListener, tellListeners } from "./session-event.ts";
import type { SessionWish } from "./session-wish.ts";
import type { Session } from "./session.ts";

/** A session with whatever belongs to it, and the way to the next one. */
export interface Held<Self> {
  readonly session: Session;
  /** Opens another session beside this one. Throws UserError where that cannot be. */
  openNext(wish: SessionWish): Promise<Self>;
}

/** The session that is current, whichever that is. */
export interface CurrentSession {
  readonly current: Session;
  on(listener: SessionListener): () => void;
  send(command: CommandRequest, face?: Omit<CommandFace, "open">): Promise<unknown>;
  open(wish: SessionWish): Promise<Session>;
}

/** Says whether another session may take the place of the current one. */
export type OpenGuard = (wish: SessionWish) => Promise<boolean>;

export interface HolderOptions {
  /** Whoever watches goes along when a session hands off to another one of its own accord. */
  readonly follows?: boolean;
}

/** Holds one session at a time. */
export class SessionHolder<Holding extends Held<Holding>>
  implements CurrentSession, AsyncDisposable
{
  #held: Holding;
  readonly #listeners = new Set<SessionListener>();
  readonly #watchers = new Set<(held: Holding) => void>();
  readonly #follows: boolean;
  readonly #guards = new Set<OpenGuard>();
  #detach: () => void;
  #last: Promise<unknown> = Promise.resolve();

  constructor(first: Holding, { follows = false }: HolderOptions = {}) {
    this.#follows = follows;
    this.#held = first;
    this.#detach = this.#attach(first.session);
  }

  /** The session that is shown now. */
  get current(): Session {
    return this.#held.session;
  }

  /** The session with what belongs to it. */
  get held(): Holding {
    return this.#held;
  }

  /** Calls `listener` with every event of whichever session is current; the returned function ends that. */
  on(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `watcher` with what is held after each change; the returned function ends that. */
  onChange(watcher: (held: Holding) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Has `guard` asked before each change; one that says no calls it off. The returned function ends that. */
  guard(guard: OpenGuard): () => void {
    this.#guards.add(guard);
    return () => this.#guards.delete(guard);
  }

  /** Carries out a command of the table on the current session; it may open another one. */
  send(command: CommandRequest, face: Omit<CommandFace, "open"> = {}): Promise<unknown> {
    return this.current.send(command, { ...face, open: (wish) => this.open(wish) });
  }

  /**
   * Goes on with another session. Throws, with the old one as it was, when that cannot be opened; OpenCancelled
   * when a guard called it off.
   */
  open(wish: SessionWish): Promise<Session> {
    const opened = this.#last.then(() => this.#replace(wish));
    this.#last = opened.catch(() => undefined);
    return opened;
  }

  /** Ends the current session. */
  async close(): Promise<void> {
    await this.#last;
    await this.current.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #replace(wish: SessionWish): Promise<Session> {
    const old = this.#held;
    if (wish.kind === "file" && wish.file === old.session.log.file) return old.session;
    for (const guard of this.#guards) if (!(await guard(wish))) throw new OpenCancelled();
    const next = await old.openNext(wish);
    // The end of its run is still heard; what waited to be said to it is not said to anybody.
    await old.session.abort();
    old.session.takeBack();
    await old.session.close();
    this.#detach();
    this.#held = next;
    this.#detach = this.#attach(next.session);
    for (const watcher of this.#watchers) watcher(next);
    return next.session;
  }

  #attach(session: Session): () => void {
    if (this.#follows) session.offerNext((wish) => this.open(wish));
    return session.on((event) =>
      tellListeners(this.#listeners, event, (defect) => {
        throw defect;
      }),
    );
  }
}
