// Whether a path leads to a regular file. A path that cannot be followed leads to none.
import { statSync } from "node:fs";

export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // A file on the way, a circle of links, a closed folder: whoever opens the path says which.
    return false;
  }
}
