// The branch that is checked out, read from the files of a repository: no program is run for it.
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Name of the branch, or the beginning of the commit; undefined outside a repository. */
export function gitBranch(cwd: string): string | undefined {
  for (let at = cwd; ; at = dirname(at)) {
    const folder = gitFolder(join(at, ".git"));
    if (folder !== undefined) return headOf(folder);
    if (dirname(at) === at) return undefined;
  }
}

function gitFolder(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return path;
  if (stat?.isFile() !== true) return undefined;
  const target = /^gitdir: (.+)$/m.exec(read(path) ?? "")?.[1];
  return target === undefined ? undefined : resolve(dirname(path), target);
}

function headOf(folder: string): string | undefined {
  const head = read(join(folder, "HEAD"))?.trim();
  if (head === undefined) return undefined;
  return head.startsWith("ref: ") ? head.replace(/^ref: refs\/heads\//, "") : head.slice(0, 8);
}

function read(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size < 4096 ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined; // Gone, or not ours to read.
  }
}
