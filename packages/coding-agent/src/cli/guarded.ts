// What signals, a time limit or a reader that went away do to the session of a face.
import type { ExitName } from "../platform/exit-codes.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import type { AssembledSession } from "./assembly.ts";
import type { FlushingSink } from "./stdio.ts";

/** What may end a run besides itself. */
export interface Limits {
  /** Where the face writes to. */
  readonly out: Pick<FlushingSink, "broken" | "release">;
  readonly maxTimeMs: number | undefined;
}

const FLUSH_MS = 2000;

/**
 * SIGINT stops the person's own command or the run, or ends omp when nothing runs; SIGTERM, the time limit and a closed stdout end it in
 * any case.
 */
export async function guarded(
  holder: SessionHolder<AssembledSession>,
  { out, maxTimeMs }: Limits,
  work: (leave: AbortSignal) => Promise<ExitName>,
): Promise<ExitName> {
  const leave = new AbortController();
  let endedBy: ExitName | undefined;
  const goAway = (): void => {
    leave.abort();
    // What was said is for whoever reads; one who does not read keeps nobody from ending.
    setTimeout(() => out.release(), FLUSH_MS).unref();
  };
  const end = (how: ExitName) => (): void => {
    endedBy ??= how;
    goAway();
    void holder.current.abort();
  };
  const onInterrupt = (): void => {
    const { userBash } = holder.held.shell;
    if (userBash.isRunning) return userBash.abort();
    if (!holder.current.isRunning) goAway();
    void holder.current.abort();
  };
  const onTerminate = end("terminated");
  const timer = maxTimeMs === undefined ? undefined : setTimeout(end("timeout"), maxTimeMs);
  out.broken.addEventListener("abort", end("brokenPipe"), { once: true });
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  try {
    const how = await work(leave.signal);
    return endedBy ?? how;
  } finally {
    clearTimeout(timer);
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate);
    await holder.close();
  }
}
