// A directory as a plain value, to compare: kind, mode and content of everything below it. Tests only.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** By relative path; names in `except` are left out at the top. */
export function readTree(root: string, except: readonly string[] = []): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => !except.includes(name.split("/")[0]!))
    .sort();
  return Object.fromEntries(names.map((name) => [name, describe(join(root, name))]));
}

function describe(path: string): string {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (stats.isDirectory()) return `directory ${mode}`;
  return stats.isFile() ? `file ${mode} ${readFileSync(path).toString("latin1")}` : `other ${mode}`;
}
