// Owns the reading of every file a plan may ask for, before planning starts.

import { normalizePath } from "../path/edit-path.ts";
import type { FilePatch } from "../patch/plan-patch.ts";
import type { EditFileSystem, FileLookup, FileState } from "./file-system.ts";

/** Reads the given paths once; a path that was not given counts as missing. */
export async function readStates(
  paths: Iterable<string>,
  files: Pick<EditFileSystem, "read">,
): Promise<FileLookup> {
  const states = new Map<string, FileState>();
  for (const path of paths) {
    const key = normalizePath(path);
    if (!states.has(key)) states.set(key, await files.read(path));
  }
  return (path) => states.get(normalizePath(path)) ?? { kind: "missing" };
}

/** Every path that a list of file operations reads or writes. */
export function listPatchPaths(patches: readonly FilePatch[]): string[] {
  return patches.flatMap(({ path, rename }) => (rename === undefined ? [path] : [path, rename]));
}
