// Which places inside writable folders commands must not change, there or not: what git, editors and agents run by
// themselves outside the sandbox. Reads the file system, changes nothing.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

const AGENTS = [".omp", ".claude", ".codex", ".cursor", ".gemini", ".windsurf", ".mcp.json"];
const EDITORS = [".vscode", ".idea", ".zed", ".fleet", ".devcontainer", ".vim", ".nvim"];
/** `commondir` would make git read its configuration elsewhere. */
const GIT = ["hooks", "config", "config.worktree", "commondir"];
/** What shells, keys and tools of the user read, when the home folder itself is writable. */
const HOME = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".ssh",
  ".gnupg",
  ".aws",
  ".config",
  ".gitconfig",
  ".npmrc",
  ".cargo/config.toml",
  ".local/bin",
  ".local/share",
  "Library/LaunchAgents",
];

export interface ProtectedSources {
  readonly writable: readonly string[];
  /** Git folders that are writable. */
  readonly gitFolders: readonly string[];
  readonly home: string | undefined;
  /** Folders of omp itself. */
  readonly ownFolders: readonly string[];
}

/** Absolute paths, each below a writable folder. */
export function protectedPaths({
  writable,
  gitFolders,
  home,
  ownFolders,
}: ProtectedSources): string[] {
  const found = new Set<string>();
  for (const folder of writable) {
    for (const name of [...AGENTS, ...EDITORS]) found.add(join(folder, name));
    if (lstatSync(join(folder, ".git"), { throwIfNoEntry: false })?.isFile() === true)
      found.add(join(folder, ".git"));
    else for (const path of gitPaths(join(folder, ".git"), folder)) found.add(path);
    if (home !== undefined && isWithin(home, folder))
      for (const name of HOME) found.add(join(home, name));
    for (const own of ownFolders) if (isWithin(own, folder)) found.add(own);
  }
  for (const folder of gitFolders) for (const path of gitPaths(folder)) found.add(path);
  return [...found];
}

/** Whether `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

function gitPaths(folder: string, worktree?: string): string[] {
  const own = GIT.map((name) => join(folder, name));
  const hooks = worktree === undefined ? undefined : hooksPath(join(folder, "config"), worktree);
  const nested = ["modules", "worktrees"].flatMap((kind) =>
    foldersIn(join(folder, kind)).flatMap((below) => GIT.map((name) => join(below, name))),
  );
  // The link of a worktree to its repository is written once and stays.
  return [...own, ...nested, ...(hooks === undefined ? [] : [hooks])];
}

/** Hooks that the repository keeps among its own files. */
function hooksPath(config: string, worktree: string): string | undefined {
  const text = readOrNothing(config);
  const value = /^\s*hookspath\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(text)?.[1];
  if (value === undefined || value.startsWith("~")) return undefined;
  const path = isAbsolute(value) ? value : resolve(worktree, value);
  return isWithin(path, worktree) && path !== worktree ? path : undefined;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(folder, entry.name)] : [],
    );
  } catch {
    return []; // Most repositories have none.
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
