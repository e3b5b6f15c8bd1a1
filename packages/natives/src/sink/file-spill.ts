// Output that does not fit into memory, in a file. Written as it comes: memory stays flat and a slow disk slows the
// writer, not the process.
import { closeSync, openSync, writeSync } from "node:fs";
import type { OutputSpill } from "./output-sink.ts";

/** A new file that only its owner can read; refuses to write over an existing one. */
export function openFileSpill(path: string): OutputSpill {
  const fd = openSync(path, "wx", 0o600);
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at);
    },
    close: async () => closeSync(fd),
  };
}
