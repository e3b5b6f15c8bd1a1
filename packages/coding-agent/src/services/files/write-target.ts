// Which file a write really means: symbolic links are followed to their end, also when what they point at
// does not exist yet.
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const MAX_LINKS = 40;

/** The path to write to. Throws when links go in a circle. */
export function followLinks(path: string): string {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const stats = lstatSync(target, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() !== true) return realDirectory(target);
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new Error("its symbolic links go in a circle");
}

/** What says that a path still holds the very file, unchanged, that was looked at before. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined) return undefined;
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}

function realDirectory(path: string): string {
  const directory = dirname(path);
  const isThere = statSync(directory, { throwIfNoEntry: false }) !== undefined;
  return isThere ? join(realpathSync(directory), basename(path)) : path;
}
