// Where the repository of a folder is, found by looking at files: no program is run for it. A `.git` file can name any
// folder of the machine, so it is followed only where that folder provably belongs to it.
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** Where git keeps what belongs to this working tree. */
  readonly folder: string;
  /** Where git keeps what all its working trees share; the same folder for most. */
  readonly common: string;
}

const MAX_POINTER_BYTES = 4096;

/** The repository that `cwd` lies in; undefined where there is none, or none that can be believed. */
export function findRepository(cwd: string): Repository | undefined {
  for (let top = cwd; ; top = dirname(top)) {
    const entry = join(top, ".git");
    const stats = lookAt(entry);
    if (stats?.isDirectory() === true) return withCommon(top, entry);
    if (stats?.isFile() === true) return behindFile(top, entry);
    if (stats?.isSymbolicLink() === true) return behindLink(top, entry);
    if (dirname(top) === top) return undefined;
  }
}

/** The text of a small regular file; a pipe in its place would make omp wait for ever. */
export function readSmall(path: string, maxBytes = MAX_POINTER_BYTES): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined; // Gone, or not ours to read.
  }
}

function lookAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A folder above it cannot be entered.
  }
}

function behindFile(top: string, file: string): Repository | undefined {
  const named = /^gitdir: (.+)$/m.exec(readSmall(file) ?? "")?.[1];
  if (named === undefined) return undefined;
  const folder = resolve(top, named.trim());
  const belongs = isInside(folder, top) || isSubmodule(folder, top) || isWorktree(folder, file);
  return belongs ? withCommon(top, folder) : undefined;
}

function behindLink(top: string, link: string): Repository | undefined {
  const folder = resolve(top, readlinkSync(link));
  return isInside(folder, top) ? withCommon(top, folder) : undefined;
}

function withCommon(top: string, folder: string): Repository | undefined {
  const named = readSmall(join(folder, "commondir"));
  if (named === undefined) return { top, folder, common: folder };
  const common = resolve(folder, named.trim());
  const belongs = isInside(common, top) || dirname(dirname(folder)) === common;
  return belongs ? { top, folder, common } : undefined;
}

/** The folder names the file in turn, as those of git's own worktrees do. */
function isWorktree(folder: string, file: string): boolean {
  const back = readSmall(join(folder, "gitdir"))?.trim();
  return back !== undefined && (back === file || back === real(file));
}

/** It lies where the repository around it keeps those of its submodules. */
function isSubmodule(folder: string, top: string): boolean {
  for (let at = dirname(top); dirname(at) !== at; at = dirname(at))
    if (folder.startsWith(join(at, ".git/modules") + sep)) return true;
  return false;
}

/** Whether a path lies below a folder, by its name and, should that go over links, really. Elsewhere nothing is touched. */
export function isInside(path: string, top: string): boolean {
  const root = real(top);
  if (root === undefined || ![top, root].some((folder) => path.startsWith(folder + sep)))
    return false;
  return real(path)?.startsWith(root + sep) === true;
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // It is not there.
  }
}
