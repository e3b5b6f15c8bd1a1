// Finds files whose path ends as a given one does, for paths that were written from the wrong place.
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules", ".hg", ".svn"]);
const TIME_LIMIT_MS = 5000;
const MAX_FOUND = 5;
const MAX_DIRECTORIES = 50_000;

/** Absolute paths, shallow ones first; stops at a few, at a time limit, or when aborted. */
export async function findBySuffix(
  root: string,
  path: string,
  signal: AbortSignal,
): Promise<string[]> {
  const suffix = path
    .split(/[/\\]/)
    .filter((part) => part !== "" && part !== ".")
    .join(sep);
  if (suffix === "" || suffix.split(sep).includes("..")) return [];
  const deadline = performance.now() + TIME_LIMIT_MS;
  const found: string[] = [];
  let level = [root];
  let visited = 0;
  while (level.length > 0 && found.length < MAX_FOUND) {
    const next: string[] = [];
    for (const directory of level) {
      signal.throwIfAborted();
      if (performance.now() > deadline || ++visited > MAX_DIRECTORIES) return found;
      for (const entry of await list(directory)) {
        const child = join(directory, entry.name);
        if (child.endsWith(sep + suffix) && !entry.isDirectory()) found.push(child);
        else if (entry.isDirectory() && !SKIPPED.has(entry.name)) next.push(child);
      }
    }
    level = next;
  }
  return found;
}

async function list(directory: string) {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch {
    // A folder that may not be opened holds nothing that could be read.
    return [];
  }
}
