// Tells when entries of one directory tree were last changed, links not followed. On Linux many at once are asked for past
// node:fs, and very many by two threads; which entries those are and what follows from their age is for others.
import { dlopen, ptr } from "bun:ffi";
import { closeSync, constants, lstatSync, openSync } from "node:fs";
import { libcPath } from "../process/libc.ts";
import { openTimesTaker, type TimesJob } from "./times-taker.ts";

/** A question about many entries. */
export interface ModifiedTimesOptions {
  /** A directory. */
  readonly root: string;
  /** Relative to the root. */
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** Below this, binding the call takes longer than it saves. */
const FEWEST_FOR_STATX = 1_000;
/** Below this, starting a thread does. */
const FEWEST_FOR_HELPER = 4_000;
const SLICE_MS = 8;

/**
 * Milliseconds since 1970 in the order of `paths`; not a number for what is gone, or was not asked for before the signal.
 * The event loop is left free meanwhile.
 */
export async function readModifiedTimes(options: ModifiedTimesOptions): Promise<Float64Array> {
  const { root, paths, signal } = options;
  const unknown = new Float64Array(paths.length).fill(Number.NaN);
  if (signal?.aborted) return unknown;
  const times = (await readWithStatx(options)) ?? unknown;
  let at = 0;
  await inSlices(signal, () => {
    const end = Math.min(at + 64, paths.length);
    for (; at < end; at++)
      if (Number.isNaN(times[at])) times[at] = readTime(`${root}/${paths[at]}`);
    return at < paths.length;
  });
  return times;
}

function readTime(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
  } catch {
    return Number.NaN; // Its directory was replaced or closed since it was listed.
  }
}

/** What statx can tell; undefined where it is not there or not worth it. */
async function readWithStatx(options: ModifiedTimesOptions): Promise<Float64Array | undefined> {
  const { root, paths, signal } = options;
  if (process.platform !== "linux" || paths.length < FEWEST_FOR_STATX) return undefined;
  let directory = -1;
  try {
    directory = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
    const job = { libc: libcPath(), directory, ...shareNames(paths) };
    using taker = openTimesTaker({ dlopen, ptr }, job);
    if (paths.length >= FEWEST_FOR_HELPER) startHelper(job);
    await inSlices(signal, () => taker.takeBatch());
    // The helper may be in the middle of its last batch: nobody waits for it, and nothing it writes from here on counts.
    Atomics.store(new Int32Array(job.cursor), 0, paths.length);
    return new Float64Array(new Float64Array(job.times));
  } catch {
    return undefined; // A libc without the call, or a root that can be searched but not read.
  } finally {
    if (directory >= 0) closeSync(directory);
  }
}

function shareNames(
  paths: readonly string[],
): Pick<TimesJob, "names" | "starts" | "times" | "cursor"> {
  const bytes = Buffer.from(`${paths.join("\0")}\0`);
  const names = new SharedArrayBuffer(bytes.length);
  new Uint8Array(names).set(bytes);
  const starts = new SharedArrayBuffer(paths.length * Int32Array.BYTES_PER_ELEMENT);
  const start = new Int32Array(starts);
  for (let at = 1; at < paths.length; at++)
    start[at] = (start[at - 1] ?? 0) + Buffer.byteLength(paths[at - 1] ?? "") + 1;
  const times = new SharedArrayBuffer(paths.length * Float64Array.BYTES_PER_ELEMENT);
  new Float64Array(times).fill(Number.NaN);
  return { names, starts, times, cursor: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) };
}

/** A thread that takes part until nothing is left. Without it, or when it fails, the work only takes longer. */
function startHelper(job: TimesJob): void {
  const url = URL.createObjectURL(new Blob([helperSource()], { type: "text/javascript" }));
  const helper = new Worker(url, { smol: true });
  const end = (event: Event): void => {
    event.preventDefault();
    helper.terminate();
    URL.revokeObjectURL(url);
  };
  helper.addEventListener("message", end);
  helper.addEventListener("error", end);
  helper.unref();
  helper.postMessage(job, []);
}

/** A worker of its own file would have to be found again inside a compiled binary; its source goes wherever this goes. */
function helperSource(): string {
  return `
    import { dlopen, ptr } from "bun:ffi";
    const open = ${openTimesTaker.toString()};
    self.onmessage = ({ data }) => {
      const taker = open({ dlopen, ptr }, data);
      while (taker.takeBatch());
      taker[Symbol.dispose]();
      self.postMessage("done");
    };`;
}

/** Repeats `step` until it says that there is nothing left, or the signal, with pauses for the event loop. */
async function inSlices(signal: AbortSignal | undefined, step: () => boolean): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  while (step()) {
    if (performance.now() < sliceEnd) continue;
    await new Promise(setImmediate);
    if (signal?.aborted) return;
    sliceEnd = performance.now() + SLICE_MS;
  }
}
