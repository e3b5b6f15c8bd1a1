// Where omp keeps its own files. Pure: places follow from the home directory and two variables.
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
  readonly database: string;
  readonly historyDatabase: string;
  readonly sessionsDir: string;
  readonly blobsDir: string;
  readonly terminalSessionsDir: string;
  readonly logsDir: string;
}

type PathSource = Pick<Host, "env" | "home" | "tmp">;

/** Without a home directory everything goes below a private folder of the temp directory. */
export function agentPaths(host: PathSource): AgentPaths {
  const configRoot = join(
    host.home ?? join(host.tmp, "omp-home"),
    host.env["PI_CONFIG_DIR"] || ".omp",
  );
  const agentDir = host.env["PI_CODING_AGENT_DIR"] || join(configRoot, "agent");
  return {
    configRoot,
    agentDir,
    configFile: join(agentDir, "config.yml"),
    modelsFile: join(agentDir, "models.yml"),
    database: join(agentDir, "agent.db"),
    historyDatabase: join(agentDir, "history.db"),
    sessionsDir: join(agentDir, "sessions"),
    blobsDir: join(agentDir, "blobs"),
    terminalSessionsDir: join(agentDir, "terminal-sessions"),
    logsDir: join(configRoot, "logs"),
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
