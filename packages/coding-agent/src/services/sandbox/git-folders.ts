// Where git keeps the repository of a workspace when that is not below the workspace itself: a commit writes there.
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Folders outside the workspace that git must be able to change. Only what provably belongs to the workspace. */
export function gitFoldersOf(workspace: string): string[] {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const entry = join(folder, ".git");
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return folder === workspace ? [] : repositoryAt(entry);
    if (stats?.isFile() === true) return worktreeFolders(entry);
    if (stats !== undefined || folder === dirname(folder)) return [];
  }
}

function repositoryAt(folder: string): string[] {
  const isRepository = ["HEAD", "objects", "refs"].every(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
  return isRepository ? [folder] : [];
}

/** A `.git` file can name any folder: it counts when that folder names the file in turn, as git's own worktrees do. */
function worktreeFolders(file: string): string[] {
  try {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8"))?.[1];
    if (named === undefined) return [];
    const own = realpathSync(resolve(dirname(file), named.trim()));
    const back = readFileSync(join(own, "gitdir"), "utf8").trim();
    const common = realpathSync(resolve(own, readFileSync(join(own, "commondir"), "utf8").trim()));
    const belongs = realpathSync(back) === realpathSync(file) && dirname(dirname(own)) === common;
    return belongs ? repositoryAt(common) : [];
  } catch {
    return []; // Something is missing, so it is no worktree.
  }
}
