// Owns the textual comparison of paths in edit inputs. It never asks the file system, so symbolic
// links and letter case stay as they are.

/** A path below `cwd` in its relative form; any other path as it is. */
export function relativizePath(path: string, cwd: string | undefined): string {
  if (cwd === undefined) return path;
  const root = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return path.startsWith(root) && path.length > root.length ? path.slice(root.length) : path;
}

/** A key under which different spellings of one path meet: no `.`, no `//`, `..` resolved where it can be. */
export function normalizePath(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = kept.at(-1);
    if (part === ".." && last !== undefined && last !== "..") kept.pop();
    else kept.push(part);
  }
  return `${path.startsWith("/") ? "/" : ""}${kept.join("/")}`;
}
