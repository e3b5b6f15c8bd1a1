// Owns the choice of real files that edits are tried on: a bounded, repeatable sample of what is
// installed next to this repository and on the machine. Only tests import it.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOTS = [resolve(import.meta.dir, "../../../../node_modules"), "/usr/share"];
const MAX_FILE_BYTES = 200_000;
/** Directories looked into per root. */
const MAX_DIRECTORIES = 400;

export interface RealFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Up to `count` regular files, spread evenly over those found. */
export function sampleRealFiles(count: number): RealFile[] {
  const paths = ROOTS.flatMap((root) => listFiles(root));
  const stride = Math.max(1, Math.floor(paths.length / count));
  return paths
    .filter((_, index) => index % stride === 0)
    .slice(0, count)
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

function listFiles(root: string): string[] {
  const files: string[] = [];
  const queue = [root];
  for (let looked = 0; looked < MAX_DIRECTORIES; looked++) {
    const directory = queue.shift();
    if (directory === undefined) break;
    for (const entry of listDirectory(directory)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) queue.push(path);
      else if (entry.isFile() && statSync(path).size <= MAX_FILE_BYTES) files.push(path);
    }
  }
  return files;
}

function listDirectory(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } catch {
    return []; // Absent or not readable here: the sample is what there is.
  }
}
