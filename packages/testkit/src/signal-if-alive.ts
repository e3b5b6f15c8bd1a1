// Signals a process that may have ended by itself.

/** Sends a signal; a process, or group as a negative number, that is gone already is no failure. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: it has ended, which is what signals are sent for here.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
