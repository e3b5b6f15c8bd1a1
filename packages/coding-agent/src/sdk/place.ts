// Where something of omp looks and works inside an embedding program: the process's own places unless others are named.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../platform/exit-codes.ts";
import { type Host, readHost } from "../platform/host.ts";

/** A directory to work in, and where the user's own files are. */
export interface Place {
  /** Default: the process's. */
  readonly cwd?: string | undefined;
  /** Where settings, models and logins are; default `~/.omp/agent`. */
  readonly agentDir?: string | undefined;
  /** Variables for settings, keys and commands instead of the process's; `HOME` is the home directory. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The machine as it is seen from a place. Throws UserError for a directory that is not there.
 * @internal
 */
export function hostAt({ cwd, agentDir, env }: Place): Host {
  const host = readHost();
  const variables = env ?? host.env;
  return {
    ...host,
    cwd: existingDirectory(resolve(cwd ?? host.cwd)),
    home: env?.["HOME"] || host.home,
    env: agentDir === undefined ? variables : { ...variables, PI_CODING_AGENT_DIR: agentDir },
  };
}

function existingDirectory(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UserError(`cwd: there is no directory ${path}.`);
}
