// Where a call really goes: the files that it names and the folder that it runs in, absolute and with every link
// followed. For people who decide; knows no rule.
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** One line for each target; empty where a call names none. */
export function resolvedTargets(
  { tool, args }: Pick<PolicyRequest, "tool" | "args">,
  root: string,
): string[] {
  const given = (args ?? {}) as Record<string, unknown>;
  const { written = [], edited = [] } = tool.traits?.touches?.(given) ?? {};
  const files = [...new Set([...written, ...edited])].filter((path) => !ADDRESS.test(path));
  const { cwd } = given;
  return [
    ...files.map((path) => `Target: ${realTarget(resolve(root, path))}`),
    ...(typeof cwd === "string" ? [`Folder: ${realTarget(resolve(root, cwd))}`] : []),
  ];
}

/** A file that is not there yet lies where its nearest folder really is. */
function realTarget(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realTarget(folder), basename(path));
  }
}
