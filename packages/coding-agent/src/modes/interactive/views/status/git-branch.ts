// The branch that is checked out, read from the files of a repository: no program is run for it.
import { join } from "node:path";
import { findRepository, readSmall } from "../../../../platform/git/find-repository.ts";

/** Name of the branch, or the beginning of the commit; undefined outside a repository. */
export function gitBranch(cwd: string): string | undefined {
  const repository = findRepository(cwd);
  const head = repository && readSmall(join(repository.folder, "HEAD"))?.trim();
  if (head === undefined) return undefined;
  return head.startsWith("ref: ") ? head.replace(/^ref: refs\/heads\//, "") : head.slice(0, 8);
}
