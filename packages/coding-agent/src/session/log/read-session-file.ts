// Reads session files that others may be writing: no lock, no change, a torn last line is not seen.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ioFailure } from "../../platform/append-file.ts";
import type { ReadAt } from "./scan-log.ts";

/** An open session file. */
export interface SessionFile extends Disposable {
  readonly size: number;
  readonly read: ReadAt;
}

const WINDOW_BYTES = 1 << 20;
const BREAK = 10;

/** Opens a file for reading, or throws AppendFileError. */
export function openForReading(path: string): SessionFile {
  const fd = openOrFail(path);
  return {
    size: fstatSync(fd).size,
    read(offset, length, target) {
      const buffer = target ?? Buffer.allocUnsafe(length);
      let at = 0;
      while (at < length) {
        const count = readSync(fd, buffer, at, length - at, offset + at);
        if (count === 0) break;
        at += count;
      }
      return buffer.subarray(0, at);
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}

function openOrFail(path: string): number {
  try {
    return openSync(path, "r");
  } catch (cause) {
    throw ioFailure("read", path, cause);
  }
}

/**
 * The file from `start` to the end of its last whole line in pieces of whole lines. A piece is valid until
 * the next one is asked for.
 */
export function* wholeLines(
  { size, read }: Pick<SessionFile, "size" | "read">,
  start = 0,
): Generator<Buffer> {
  let window = Buffer.allocUnsafe(Math.max(0, Math.min(WINDOW_BYTES, size - start)));
  for (let at = start; at < size;) {
    const piece = read(at, Math.min(window.length, size - at), window);
    const end = piece.lastIndexOf(BREAK) + 1;
    if (end === 0) {
      if (at + piece.length >= size || piece.length < window.length) return;
      window = Buffer.allocUnsafe(window.length * 2);
      continue;
    }
    yield piece.subarray(0, end);
    at += end;
  }
}
