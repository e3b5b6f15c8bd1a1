// Hands something over that may be refused for now: again and again, ever more slowly, until it is taken or not wanted
// any more.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";

export interface Delivery {
  /** Rejects when it cannot be taken now. */
  readonly send: () => Promise<void>;
  readonly isWanted: () => boolean;
  readonly clock: Clock;
  /** Gives up. */
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Never rejects. */
export async function deliverUntilTaken({
  send,
  isWanted,
  clock,
  signal,
}: Delivery): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; isWanted() && !signal.aborted; pauseMs *= 2) {
    try {
      await send();
      return;
    } catch {
      // Whoever should take it is busy; that is what the pause is for.
      await clock.sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), signal);
    }
  }
}
