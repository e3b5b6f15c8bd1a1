// Makes the names in a directory durable, where the system can do that.
import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes names that were added to or removed from a directory survive a power cut. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Not every system can flush a directory; there the file system alone decides.
  }
}
