// Bytes that can be read in parts: a file on disk, or what is already in memory.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface ByteSource extends Disposable {
  readonly size: number;
  /** Up to `length` bytes from `offset`; fewer at the end. */
  read(offset: number, length: number): Uint8Array;
}

/** A file, read only where it is asked for. */
export function openFileSource(path: string): ByteSource {
  const fd = openSync(path, "r");
  return {
    size: fstatSync(fd).size,
    read: (offset, length) => {
      const buffer = new Uint8Array(length);
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

export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    [Symbol.dispose]: () => undefined,
  };
}
