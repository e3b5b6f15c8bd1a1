// Moves omp's data, state and cache to the XDG directories, all of it or nothing. From then on they are used
// because they exist.
import { existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  type AgentPaths,
  agentPaths,
  xdgFolders,
  type XdgFolders,
} from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";

/** Makes the folders, moves what there is, and gives the folders. */
export function initXdg(host: Host): string[] {
  const folders = xdgFolders(host);
  if (folders === undefined) {
    throw new UserError(
      "XDG directories are used on Linux only, and not while PI_CONFIG_DIR or PI_CODING_AGENT_DIR is set.",
      "error",
    );
  }
  const all = [folders.data, folders.state, folders.cache];
  const moves = plannedMoves(agentPaths(host), folders);
  const taken = moves.find(([, to]) => existsSync(to));
  if (taken !== undefined)
    throw new UserError(`${taken[1]} exists already; nothing was moved.`, "error");
  for (const folder of all) mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const far = moves.find(([from, to]) => statSync(from).dev !== statSync(dirname(dirname(to))).dev);
  if (far !== undefined) {
    throw new UserError(
      `${far[1]} is on another disk than ${far[0]}; move it by hand. Nothing was moved.`,
      "error",
    );
  }
  for (const folder of all) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [from, to] of moves) renameSync(from, to);
  return all;
}

type Move = readonly [from: string, to: string];

function plannedMoves(paths: AgentPaths, { data, state, cache }: XdgFolders): Move[] {
  const databases = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`];
  const below = (folder: string, items: readonly string[]): Move[] =>
    items.map((from) => [from, join(folder, basename(from))]);
  return [
    ...below(data, [paths.sessionsDir, paths.blobsDir]),
    ...below(data, [...databases(paths.database), ...databases(paths.historyDatabase)]),
    ...below(state, [paths.terminalSessionsDir, paths.logsDir]),
    ...below(cache, databases(paths.modelsDatabase)),
  ].filter(([from, to]) => from !== to && existsSync(from));
}
