// The file that a relative path names inside a folder, and nowhere else.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Resolves `path` below `folder`; absolute paths, `..` and links that lead out are refused. */
export function fileBelow(folder: string, path: string, href: string): string {
  if (isAbsolute(path) || path.split(/[/\\]/).includes(".."))
    throw new ToolFailure(`'${href}' must name a file inside its folder, without '..'.`);
  const file = resolve(folder, path);
  if (!isInside(realFolder(folder), nearestReal(file)))
    throw new ToolFailure(`'${href}' leads out of its folder.`);
  return file;
}

function realFolder(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : nearestReal(folder);
}

/** The real path of the closest ancestor that exists, with the rest as written. */
function nearestReal(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(nearestReal(parent), relative(parent, path));
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
