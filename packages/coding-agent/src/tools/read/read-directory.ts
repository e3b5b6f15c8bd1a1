// A directory as a tree: two levels, the newest first, with sizes and ages.
import { readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { formatAge, formatSize } from "../../services/files/file-size.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import { type ReadResult, sourceMeta } from "./read-result.ts";

const MAX_DEPTH = 2;
const MAX_CHILDREN = 12;
/** Entries looked at for their age; a folder with more is listed by name. */
const MAX_STATTED = 2000;

interface Child {
  readonly name: string;
  readonly stats: Stats | undefined;
}

export function readDirectory(path: string, nowMs: number): ReadResult {
  const rows = listTree(path, 1, nowMs);
  return {
    content: rows.length === 0 ? "(empty directory)" : rows.join("\n"),
    details: { isDirectory: true, resolvedPath: path, meta: sourceMeta("path", path) },
  };
}

function listTree(path: string, depth: number, nowMs: number): string[] {
  let names: string[];
  try {
    names = readdirSync(path).sort();
  } catch (error) {
    return [`${"  ".repeat(depth - 1)}(${describeSystemError(error)})`];
  }
  const children = names
    .slice(0, MAX_STATTED)
    .map((name): Child => ({ name, stats: safeStat(join(path, name)) }))
    .sort(
      (a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0) || (a.name < b.name ? -1 : 1),
    );
  const rows = children.slice(0, MAX_CHILDREN).flatMap((child) => {
    const row = `${"  ".repeat(depth - 1)}${describe(child, nowMs)}`;
    const isDeeper = child.stats?.isDirectory() === true && depth < MAX_DEPTH;
    return isDeeper ? [row, ...listTree(join(path, child.name), depth + 1, nowMs)] : [row];
  });
  const rest = names.length - Math.min(children.length, MAX_CHILDREN);
  return rest > 0 ? [...rows, `${"  ".repeat(depth - 1)}… ${rest} more`] : rows;
}

function describe({ name, stats }: Child, nowMs: number): string {
  if (stats === undefined) return `${name}  (broken link)`;
  const age = formatAge(nowMs - stats.mtimeMs);
  return stats.isDirectory() ? `${name}/  ${age}` : `${name}  ${formatSize(stats.size)}  ${age}`;
}

function safeStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A link in a circle or a closed folder: the name is still worth showing.
    return undefined;
  }
}
