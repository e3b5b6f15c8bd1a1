// A clock that moves only when a test moves it, with the timers that depend on it.

/** Time under a test's control. */
export interface FakeClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Timers that have not fired. */
  readonly pendingTimers: number;
  /** Moves time, fires what falls due in its order, and lets promises settle after each timer. */
  advance(ms: number): Promise<void>;
  /** Like the global function, on this clock. */
  setTimeout(callback: () => void, delayMs?: number): number;
  setInterval(callback: () => void, periodMs: number): number;
  /** Stops a timeout or an interval; unknown ids are ignored. */
  clearTimer(id: number | undefined): void;
  /** Resolves `delayMs` later; rejects with the signal's reason when it aborts before. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

interface Timer {
  readonly id: number;
  readonly callback: () => void;
  readonly periodMs: number | undefined;
  dueMs: number;
}

/** A clock that stands at `startMs`; the default is 2026-01-01T00:00:00Z. */
export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Map<number, Timer>();
  let nowMs = startMs;
  let lastId = 0;
  const add = (callback: () => void, delayMs: number, periodMs?: number): number => {
    lastId += 1;
    timers.set(lastId, { id: lastId, callback, periodMs, dueMs: nowMs + Math.max(0, delayMs) });
    return lastId;
  };
  const fire = (timer: Timer): void => {
    nowMs = Math.max(nowMs, timer.dueMs);
    if (timer.periodMs === undefined) timers.delete(timer.id);
    else timer.dueMs += timer.periodMs;
    timer.callback();
  };
  return {
    now: () => nowMs,
    get pendingTimers() {
      return timers.size;
    },
    async advance(ms) {
      if (!(ms >= 0)) throw new Error(`time does not move by ${ms} ms`);
      const untilMs = nowMs + ms;
      await settle();
      for (let next = earliest(timers, untilMs); next; next = earliest(timers, untilMs)) {
        fire(next);
        await settle();
      }
      nowMs = untilMs;
    },
    setTimeout: (callback, delayMs = 0) => add(callback, delayMs),
    setInterval: (callback, periodMs) => add(callback, periodMs, Math.max(1, periodMs)),
    clearTimer(id) {
      if (id !== undefined) timers.delete(id);
    },
    async sleep(delayMs, signal) {
      signal?.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      const id = add(resolve, delayMs);
      signal?.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      // The timer removes itself when it fires: one that is still there was overtaken by the signal.
      if (timers.delete(id)) signal?.throwIfAborted();
    },
  };
}

/** The next timer due by `untilMs`; of two at the same time the older one. */
function earliest(timers: ReadonlyMap<number, Timer>, untilMs: number): Timer | undefined {
  let found: Timer | undefined;
  for (const timer of timers.values()) {
    if (timer.dueMs <= untilMs && (found === undefined || timer.dueMs < found.dueMs)) found = timer;
  }
  return found;
}

/** A turn of the real event loop, after which every settled promise has run its callbacks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
