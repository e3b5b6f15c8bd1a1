// Questions to the program that embeds omp, and its answers: each question has an id, ends when it is answered, given
// up or when the program goes. Knows frames, not what they are about.

/** A frame as it travels. */
export type Frame = Readonly<Record<string, unknown>>;

export interface HostQuestion {
  /** The frame without its id. */
  readonly frame: Frame;
  readonly signal?: AbortSignal | undefined;
  /** Hears what comes before the answer. */
  readonly onUpdate?: (frame: Frame) => void;
  /** What tells the host that nobody waits for its answer any more; it gets an id and `targetId`. */
  readonly cancel?: Frame;
}

interface Pending {
  readonly resolve: (answer: Frame) => void;
  readonly reject: (reason: Error) => void;
  readonly onUpdate: ((frame: Frame) => void) | undefined;
}

/** The host went away, or nobody waits any more. */
export class HostCallEnded extends Error {
  constructor(message: string) {
    super(message);
    this.name = "HostCallEnded";
  }
}

/** All questions of one run of omp to its host. */
export class HostCalls {
  readonly #pending = new Map<string, Pending>();
  #send: ((frame: Frame) => void) | undefined;
  #closedBy: string | undefined;

  /** From now on frames go to `send`. */
  attend(send: (frame: Frame) => void): void {
    this.#send = send;
  }

  /** Tells the host something that has no answer. */
  tell(frame: Frame): void {
    const { type, ...fields } = frame;
    this.#send?.({ type, id: newId(), ...fields });
  }

  /** Asks the host. Rejects with HostCallEnded when the signal fires or the host goes. */
  ask({ frame, signal, onUpdate, cancel }: HostQuestion): Promise<Frame> {
    const gone = this.#closedBy ?? (this.#send === undefined ? "No host is connected." : undefined);
    if (gone !== undefined) return Promise.reject(new HostCallEnded(gone));
    if (signal?.aborted === true) return Promise.reject(new HostCallEnded("Cancelled."));
    const id = newId();
    const { promise, resolve, reject } = Promise.withResolvers<Frame>();
    this.#pending.set(id, { resolve, reject, onUpdate });
    const give = (): void => {
      if (cancel !== undefined) this.tell({ ...cancel, targetId: id });
      reject(new HostCallEnded("Cancelled."));
    };
    signal?.addEventListener("abort", give, { once: true });
    const { type, ...fields } = frame;
    this.#send?.({ type, id, ...fields });
    return promise.finally(() => {
      this.#pending.delete(id);
      signal?.removeEventListener("abort", give);
    });
  }

  /** Takes an answer; what nobody waits for is ignored. */
  answer(frame: Frame): void {
    this.#pending.get(String(frame["id"]))?.resolve(frame);
  }

  /** Takes what comes before an answer. */
  update(frame: Frame): void {
    this.#pending.get(String(frame["id"]))?.onUpdate?.(frame);
  }

  /** The host went, and another one may come: ends every question. */
  leave(reason: string): void {
    this.#send = undefined;
    for (const { reject } of this.#pending.values()) reject(new HostCallEnded(reason));
  }

  /** Ends every question; later ones fail at once. */
  close(reason: string): void {
    this.#closedBy = reason;
    this.leave(reason);
  }
}

function newId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}
