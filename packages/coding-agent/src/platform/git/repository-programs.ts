// What of a repository git would run: its hooks, and the keys of its configuration that name programs. Looks, and runs
// nothing.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { repositoryKeys } from "./config-keys.ts";
import { findRepository } from "./find-repository.ts";
import { namesProgram } from "./harmless-settings.ts";

/** Names of hooks and keys, hooks first; empty where git would run nothing. */
export function repositoryPrograms(cwd: string): string[] {
  const repository = findRepository(cwd);
  if (repository === undefined) return [];
  return [
    ...hooksIn(join(repository.common, "hooks")),
    ...[...repositoryKeys(repository)].filter(namesProgram),
  ];
}

function hooksIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(
      (name) => /^[a-z][a-z-]*$/.test(name) && isProgram(join(folder, name)),
    );
  } catch {
    return []; // No such folder, or not ours to look into.
  }
}

function isProgram(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0;
}
