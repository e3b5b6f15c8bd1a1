// Which session an embedding program means and where it is kept. A choice is a plain value; files and storages are looked
// at when a session is made from it.
import { join, resolve } from "node:path";
import { agentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import { type Host, readHost } from "../platform/host.ts";
import type { LaunchedSession } from "../session/launch.ts";
import { FileSessionStorage } from "../session/log/file-session-storage.ts";
import { forkSession, forkStored } from "../session/log/fork-session.ts";
import {
  listAllSessions,
  listFolders,
  listProjectSessions,
  type SessionListing,
} from "../session/log/list-sessions.ts";
import { listStored } from "../session/log/list-stored.ts";
import type { SessionStorage } from "../session/log/session-storage.ts";

/** A choice of session. */
export interface SessionManager {
  /** Working directory that it was chosen for, where one was named. */
  readonly cwd: string | undefined;
  /**
   * The choice as a launch takes it; `cwd` is where the session will work.
   * @internal
   */
  choose(cwd: string, host: Host): Promise<LaunchedSession>;
}

export const SessionManager = {
  /** A new session that touches no disk; in a storage it can be gone on with. */
  inMemory: (cwd?: string, storage?: SessionStorage): SessionManager => ({
    cwd,
    choose: async () => (storage === undefined ? { isEphemeral: true } : { storage }),
  }),

  /** A new session in a file, in `sessionDir` or where omp keeps those of `cwd`; or there in a storage. */
  create: (cwd?: string, sessionDir?: string, storage?: SessionStorage): SessionManager => ({
    cwd,
    choose: async () => ({ sessionDir, storage: apartFromFiles(storage) }),
  }),

  /** The session of this path. */
  open: (path: string, sessionDir?: string, storage?: SessionStorage): SessionManager => ({
    cwd: undefined,
    choose: async () => {
      const apart = apartFromFiles(storage);
      return { sessionFile: apart ? path : resolve(path), sessionDir, storage: apart };
    },
  }),

  /** The newest session of `cwd`, or a new one where there is none. */
  continueRecent: (
    cwd?: string,
    sessionDir?: string,
    storage?: SessionStorage,
  ): SessionManager => ({
    cwd,
    choose: async (at, host) => {
      const [newest] = await listingsOf({ cwd: at, sessionDir, storage }, host);
      return { sessionDir, storage: apartFromFiles(storage), sessionFile: newest?.file };
    },
  }),

  /** A copy of the session of this path; that one stays as it is. */
  forkFrom: (
    path: string,
    cwd?: string,
    sessionDir?: string,
    storage?: SessionStorage,
  ): SessionManager => ({
    cwd,
    choose: async (at, host) => {
      const apart = apartFromFiles(storage);
      const sessionFile = await copyOf(path, { cwd: at, sessionDir, storage: apart }, host);
      return { sessionDir, storage: apart, sessionFile };
    },
  }),

  /** The sessions of `cwd`, newest first. */
  list: (
    cwd?: string,
    sessionDir?: string,
    storage?: SessionStorage,
  ): Promise<readonly SessionListing[]> => {
    const host = readHost();
    return listingsOf({ cwd: cwd ?? host.cwd, sessionDir, storage }, host);
  },

  /** The sessions of all directories that are kept in files, newest first. */
  listAll: async (): Promise<readonly SessionListing[]> =>
    listAllSessions(agentPaths(readHost()).sessionsDir),
} as const;

/** Where sessions of a directory are looked for. */
interface SessionsAt {
  readonly cwd: string;
  readonly sessionDir: string | undefined;
  readonly storage: SessionStorage | undefined;
}

/** Files are what omp knows best: a storage that does nothing but keep them needs no going round. */
function apartFromFiles(storage: SessionStorage | undefined): SessionStorage | undefined {
  return storage?.constructor === FileSessionStorage ? undefined : storage;
}

async function listingsOf(at: SessionsAt, host: Host): Promise<readonly SessionListing[]> {
  const { cwd, sessionDir } = at;
  const storage = apartFromFiles(at.storage);
  if (storage !== undefined) return listStored(storage, folderOf(at, host));
  if (sessionDir !== undefined) return listFolders([sessionDir]);
  return listProjectSessions({ sessionsDir: agentPaths(host).sessionsDir, cwd, host });
}

function folderOf({ cwd, sessionDir }: SessionsAt, host: Host): string {
  return sessionDir ?? join(agentPaths(host).sessionsDir, sessionDirName(cwd, host));
}

async function copyOf(source: string, at: SessionsAt, host: Host): Promise<string> {
  const { platform, now } = host;
  const place = { folder: folderOf(at, host), cwd: at.cwd, platform, now };
  try {
    return at.storage === undefined
      ? forkSession(resolve(source), place)
      : await forkStored(source, at.storage, place);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${source} cannot be forked: ${reason}`, "error");
  }
}
