// Where omp keeps its own files. Places follow from the home directory, two variables and, on Linux, from
// which XDG directories were made for omp.
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Host } from "./host.ts";

/** The files and folders below the agent directory; a public layout. */
export interface AgentPaths {
  /** `~/.omp` */
  readonly configRoot: string;
  /** `~/.omp/agent` */
  readonly agentDir: string;
  readonly configFile: string;
  readonly modelsFile: string;
  /** What the user decided about projects; never inside one. */
  readonly trustFile: string;
  readonly database: string;
  readonly historyDatabase: string;
  /** Cache of what providers offer. */
  readonly modelsDatabase: string;
  readonly sessionsDir: string;
  readonly blobsDir: string;
  /** Journals of what was done to files, one for each workspace. */
  readonly undoDir: string;
  readonly terminalSessionsDir: string;
  readonly logsDir: string;
  /** Programs that omp carries inside itself and puts here to run them. */
  readonly unpackedDir: string;
}

type PathSource = Pick<Host, "env" | "home" | "tmp"> & Partial<Pick<Host, "platform">>;

/** The folders that take data, state and cache once they exist; undefined where XDG does not apply. */
export interface XdgFolders {
  readonly data: string;
  readonly state: string;
  readonly cache: string;
}

/** On Linux, unless the user has named a place for omp's files. */
export function xdgFolders({ env, home, platform }: PathSource): XdgFolders | undefined {
  const isNamed = Boolean(env["PI_CONFIG_DIR"] || env["PI_CODING_AGENT_DIR"]);
  if (platform !== "linux" || home === undefined || isNamed) return undefined;
  return {
    data: join(env["XDG_DATA_HOME"] || join(home, ".local/share"), "omp"),
    state: join(env["XDG_STATE_HOME"] || join(home, ".local/state"), "omp"),
    cache: join(env["XDG_CACHE_HOME"] || join(home, ".cache"), "omp"),
  };
}

/** The home of a user who has none, and for whom none could be made: a name in the temp directory could be anybody's. */
const NO_HOME = "/nonexistent";

/** Where everything is; without a home nothing can be kept. */
export function agentPaths(host: PathSource): AgentPaths {
  const configRoot = join(host.home ?? NO_HOME, host.env["PI_CONFIG_DIR"] || ".omp");
  const agentDir = host.env["PI_CODING_AGENT_DIR"] || join(configRoot, "agent");
  const xdg = xdgFolders(host);
  const orXdg = (folder: string | undefined, usual: string): string =>
    folder !== undefined && existsSync(folder) ? folder : usual;
  const data = orXdg(xdg?.data, agentDir);
  const state = orXdg(xdg?.state, agentDir);
  return {
    configRoot,
    agentDir,
    configFile: join(agentDir, "config.yml"),
    modelsFile: join(agentDir, "models.yml"),
    trustFile: join(agentDir, "trust.json"),
    database: join(data, "agent.db"),
    historyDatabase: join(data, "history.db"),
    modelsDatabase: join(orXdg(xdg?.cache, agentDir), "models.db"),
    sessionsDir: join(data, "sessions"),
    blobsDir: join(data, "blobs"),
    undoDir: join(data, "undo"),
    terminalSessionsDir: join(state, "terminal-sessions"),
    logsDir: join(orXdg(xdg?.state, configRoot), "logs"),
    unpackedDir: join(orXdg(xdg?.cache, agentDir), "unpacked"),
  };
}

/** Name of the folder that holds the sessions of one working directory. */
export function sessionDirName(cwd: string, host: PathSource): string {
  const dashed = (path: string): string => path.replace(/[/\\:]/g, "-");
  const belowHome = host.home === undefined ? undefined : pathBelow(host.home, cwd);
  if (belowHome !== undefined) return `-${dashed(belowHome)}`;
  const belowTmp = pathBelow(host.tmp, cwd);
  if (belowTmp !== undefined) return `-tmp-${dashed(belowTmp)}`;
  return `--${dashed(cwd.replace(/^[/\\]/, ""))}--`;
}

/** The older name of the same folder, still read. */
export function legacySessionDirName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}

function pathBelow(parent: string, path: string): string | undefined {
  const below = relative(parent, path);
  const isOutside = below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below);
  return isOutside ? undefined : below;
}
