// Which session an embedding program means and where it is kept. A choice is a plain value; files are looked at when
// a session is made from it.
import { join, resolve } from "node:path";
import { agentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import { type Host, readHost } from "../platform/host.ts";
import type { LaunchedSession } from "../session/launch.ts";
import { forkSession } from "../session/log/fork-session.ts";
import {
  listAllSessions,
  listFolders,
  listProjectSessions,
  type SessionListing,
} from "../session/log/list-sessions.ts";

/** A choice of session. */
export interface SessionManager {
  /** Working directory that it was chosen for, where one was named. */
  readonly cwd: string | undefined;
  /** The choice as a launch takes it; `cwd` is where the session will work. */
  choose(cwd: string, host: Host): LaunchedSession;
}

export const SessionManager = {
  /** A new session that is kept in memory only. */
  inMemory: (cwd?: string): SessionManager => ({
    cwd,
    choose: () => ({ isEphemeral: true }),
  }),

  /** A new session in a file, in `sessionDir` or where omp keeps those of `cwd`. */
  create: (cwd?: string, sessionDir?: string): SessionManager => ({
    cwd,
    choose: () => ({ sessionDir }),
  }),

  /** The session in this file. */
  open: (path: string, sessionDir?: string): SessionManager => ({
    cwd: undefined,
    choose: () => ({ sessionFile: resolve(path), sessionDir }),
  }),

  /** The newest session of `cwd`, or a new one where there is none. */
  continueRecent: (cwd?: string, sessionDir?: string): SessionManager => ({
    cwd,
    choose: (at, host) => ({
      sessionDir,
      sessionFile: listingsOf(at, sessionDir, host)[0]?.file,
    }),
  }),

  /** A copy of the session in this file; that one stays as it is. */
  forkFrom: (path: string, cwd?: string, sessionDir?: string): SessionManager => ({
    cwd,
    choose: (at, host) => ({
      sessionDir,
      sessionFile: copyOf(resolve(path), sessionDir ?? folderOf(at, host), at, host),
    }),
  }),

  /** The sessions of `cwd`, newest first. */
  list: (cwd?: string, sessionDir?: string): readonly SessionListing[] => {
    const host = readHost();
    return listingsOf(cwd ?? host.cwd, sessionDir, host);
  },

  /** The sessions of all directories, newest first. */
  listAll: (): readonly SessionListing[] => listAllSessions(agentPaths(readHost()).sessionsDir),
} as const;

function listingsOf(
  cwd: string,
  sessionDir: string | undefined,
  host: Host,
): readonly SessionListing[] {
  if (sessionDir !== undefined) return listFolders([sessionDir]);
  return listProjectSessions({ sessionsDir: agentPaths(host).sessionsDir, cwd, host });
}

function folderOf(cwd: string, host: Host): string {
  return join(agentPaths(host).sessionsDir, sessionDirName(cwd, host));
}

function copyOf(source: string, folder: string, cwd: string, { platform, now }: Host): string {
  try {
    return forkSession(source, { folder, cwd, platform, now });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${source} cannot be forked: ${reason}`, "error");
  }
}
