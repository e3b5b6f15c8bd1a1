// What one session's sandbox holds, from settings and the places of the machine. Reads the file system only.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { SandboxPlan } from "../../platform/sandbox/sandbox-backend.ts";
import { gitFoldersOf } from "./git-folders.ts";
import { listeningSockets } from "./other-sockets.ts";
import { needsGuard } from "./protected-guard.ts";
import { isWithin, protectedPaths } from "./protected-paths.ts";

export interface PlanSources {
  readonly workspace: string;
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of omp itself. */
  readonly ownFolders: readonly string[];
  /** Files with keys. */
  readonly keyFiles: readonly string[];
  /** Further folders that commands may change, made already. */
  readonly extra: readonly string[];
  /** Folders of omp that commands may change although they lie in a protected one, made already. */
  readonly shared: readonly string[];
  readonly temp: string;
  readonly execPath: string;
  readonly hasNetwork: boolean;
}

const SHARED_TEMPS = ["/tmp", "/var/tmp"];

/** Throws, with the reason, where a sandbox would protect nothing. */
export function makePlan(sources: PlanSources): SandboxPlan {
  const workspace = realpathSync(sources.workspace);
  const home = sources.home === undefined ? undefined : realOrSame(sources.home);
  if (workspace === "/") throw new Error("the workspace is the whole file system");
  const gitFolders = gitFoldersOf(workspace).filter((folder) => !isWithin(folder, workspace));
  const declared = sources.extra.map((path) => expandHome(path, home)).filter(isFolder);
  const roots = unique([workspace, ...gitFolders, ...declared.map(realOrSame)]);
  const all = protectedPaths({
    writable: roots.filter((root) => !gitFolders.includes(root)),
    gitFolders,
    home,
    ownFolders: sources.ownFolders.map(realOrSame),
  });
  const sharedTemps = unique(SHARED_TEMPS.filter(isFolder).map(realOrSame)).filter(
    (folder) => !roots.some((root) => isWithin(folder, root)),
  );
  const isCovered = (path: string): boolean => sharedTemps.some((temp) => isWithin(path, temp));
  const readable = needed(sources, home).filter(
    (path) => isCovered(path) && !roots.some((root) => isWithin(path, root)),
  );
  const isVisible = (path: string): boolean =>
    !isWithin(path, "/run") && (!isCovered(path) || readable.some((one) => isWithin(path, one)));
  return {
    writable: roots,
    reopened: sources.shared.map(realOrSame),
    temp: sources.temp,
    sharedTemps,
    readable: topmost(readable),
    protectedPaths: all.filter((path) => !needsGuard(path)),
    absentPaths: all.filter(needsGuard),
    hidden: sources.keyFiles.filter((path) => isFile(path) && isVisible(realOrSame(path))),
    sockets: listeningSockets()
      .filter((path) => isSocket(path) && isVisible(realOrSame(path)))
      .filter((path) => !isWithin(path, workspace)),
    hasNetwork: sources.hasNetwork,
  };
}

/** What commands need to see even where it lies in a temp folder. */
function needed({ env, execPath, ownFolders }: PlanSources, home: string | undefined): string[] {
  const programs = (env["PATH"] ?? "").split(delimiter).filter((path) => isAbsolute(path));
  const folders = [...(home === undefined ? [] : [home]), ...ownFolders, ...programs];
  return unique([...folders.filter(isFolder).map(realOrSame), realOrSame(execPath)]);
}

function topmost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));
}

function expandHome(path: string, home: string | undefined): string {
  if (path !== "~" && !path.startsWith("~/")) return path;
  return home === undefined ? path : join(home, path.slice(1));
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // It is not there; the name is all there is.
  }
}

const unique = (paths: readonly string[]): string[] => [...new Set(paths)];
const isFolder = (path: string): boolean =>
  isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isSocket = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;
