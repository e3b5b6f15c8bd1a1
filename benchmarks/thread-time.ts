// Processor time of this thread: what a piece of work costs however busy the machine is.
import { readFileSync } from "node:fs";

/** Milliseconds the main thread has run so far. */
function mainThreadMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/** Milliseconds of processor time that `work` takes. */
export function threadTime(work: () => void): number {
  const started = mainThreadMs();
  work();
  return mainThreadMs() - started;
}
