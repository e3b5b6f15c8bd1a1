// Which folders hold the sessions of a project, and of all projects. Reads names only.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { legacySessionDirName, sessionDirName } from "../../platform/agent-paths.ts";

/** What the name of a project's folder depends on. */
export type FolderHost = Parameters<typeof sessionDirName>[1];

/** A project and where sessions are. */
export interface SessionScope {
  /** Holds one folder for each project. */
  readonly sessionsDir: string;
  readonly cwd: string;
  readonly host: FolderHost;
}

/** Folders with sessions of the project, newest way of naming first; they need not exist. */
export function projectFolders({ sessionsDir, cwd, host }: SessionScope): string[] {
  const names = new Set([sessionDirName(cwd, host), legacySessionDirName(cwd)]);
  return [...names].map((name) => join(sessionsDir, name));
}

/** Folders of all projects that have sessions. */
export function allFolders(sessionsDir: string): string[] {
  return namesIn(sessionsDir).map((name) => join(sessionsDir, name));
}

/** Names of the session files in a folder; none when it cannot be read. */
export function sessionFilesIn(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith(".jsonl"));
}

/** True for a session of another project whose path gives the same folder name. */
export function isNamesake(folder: string, sessionCwd: string, scope: SessionScope): boolean {
  if (sessionCwd === scope.cwd) return false;
  const names = [sessionDirName(sessionCwd, scope.host), legacySessionDirName(sessionCwd)];
  return names.includes(basename(folder));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there, or is no folder, holds no sessions.
    return [];
  }
}
