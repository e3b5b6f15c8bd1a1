// A directory as a plain value, to compare: kind, mode and content of everything below it. Tests only.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** By relative path; names in `except` are left out at the top. */
export function readTree(root: string, except: readonly string[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = join(folder, name);
      if (except.includes(path)) continue;
      found[path] = describe(join(root, path));
      if (lstatSync(join(root, path)).isDirectory()) visit(path);
    }
  };
  visit("");
  return found;
}

function describe(path: string): string {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (stats.isDirectory()) return `directory ${mode}`;
  return stats.isFile() ? `file ${mode} ${readFileSync(path).toString("latin1")}` : `other ${mode}`;
}
