// One thread's share of asking when many entries were last changed. `openTimesTaker` also runs in a worker, from its own
// source text: it may use nothing but its arguments and what every thread has.
import type { dlopen, ptr } from "bun:ffi";

/** What all threads work on: they take batches of entries until none is left. */
export interface TimesJob {
  readonly libc: string;
  /** The open directory that the names are below. */
  readonly directory: number;
  /** Each ended by a zero. */
  readonly names: SharedArrayBuffer;
  /** Where each name starts (Int32). */
  readonly starts: SharedArrayBuffer;
  /** Milliseconds since 1970 (Float64); what cannot be told stays as it is. */
  readonly times: SharedArrayBuffer;
  /** The first entry that nobody has taken yet (one Int32). */
  readonly cursor: SharedArrayBuffer;
}

export interface TimesTaker extends Disposable {
  /** Answers for some entries; false when there were none left. */
  takeBatch(): boolean;
}

interface Ffi {
  readonly dlopen: typeof dlopen;
  readonly ptr: typeof ptr;
}

export function openTimesTaker(ffi: Ffi, job: TimesJob): TimesTaker {
  const BATCH = 64;
  const AT_SYMLINK_NOFOLLOW = 0x100;
  const STATX_MTIME = 0x40;
  const STATX_BYTES = 256;
  const MTIME_OFFSET = 112;
  const library = ffi.dlopen(job.libc, {
    statx: { args: ["i32", "usize", "i32", "u32", "ptr"], returns: "i32" },
  });
  const { statx } = library.symbols;
  const names = new Uint8Array(job.names);
  const starts = new Int32Array(job.starts);
  const times = new Float64Array(job.times);
  const cursor = new Int32Array(job.cursor);
  const answer = new DataView(new ArrayBuffer(STATX_BYTES));
  const namesAt = Number(ffi.ptr(names));
  const answerAt = ffi.ptr(answer);
  return {
    takeBatch() {
      const from = Atomics.add(cursor, 0, BATCH);
      const to = Math.min(from + BATCH, times.length);
      for (let at = from; at < to; at++) {
        const name = namesAt + (starts[at] ?? 0);
        if (statx(job.directory, name, AT_SYMLINK_NOFOLLOW, STATX_MTIME, answerAt) !== 0) continue;
        const seconds =
          answer.getInt32(MTIME_OFFSET + 4, true) * 2 ** 32 + answer.getUint32(MTIME_OFFSET, true);
        times[at] = seconds * 1000 + answer.getUint32(MTIME_OFFSET + 8, true) / 1e6;
      }
      return from < to;
    },
    [Symbol.dispose]: () => library.close(),
  };
}
