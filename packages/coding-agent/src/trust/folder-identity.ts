// Which folder a path really is: its canonical path, and what tells it from another one that took its place.
// Knows nothing of trust.
import { realpathSync, statSync } from "node:fs";

/** A folder as the disk knows it. Numbers are texts: they may not fit into a double. */
export interface FolderIdentity {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
  /** When the folder was made, where the file system says so: inode numbers are used again. */
  readonly born?: string;
}

/** The folder at a path; undefined where there is none that can be looked at. */
export function identifyFolder(path: string): FolderIdentity | undefined {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real, { bigint: true });
    if (!stats.isDirectory()) return undefined;
    const { dev, ino, birthtimeNs, ctimeNs } = stats;
    // File systems without a birth time give none, or the time of the last change, which does not last.
    const isBirthKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
    return {
      path: real,
      device: String(dev),
      inode: String(ino),
      ...(isBirthKnown && { born: String(birthtimeNs) }),
    };
  } catch {
    // No such folder, or one that may not be looked at: nothing can be said of it.
    return undefined;
  }
}

/** Whether both are one and the same folder. */
export function isSameFolder(a: FolderIdentity, b: FolderIdentity): boolean {
  const isBornAlike = a.born === undefined || b.born === undefined || a.born === b.born;
  return a.path === b.path && a.device === b.device && a.inode === b.inode && isBornAlike;
}
