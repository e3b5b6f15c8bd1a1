// Settings lists whose entries may hold only below certain directories (`enabledModels`,
// `disabledProviders`). Compares paths as text; touches no file system.
import { nearestNames } from "../nearest.ts";

/** An entry that applies only in some directories. */
export interface PathScopedEntry {
  path?: string | readonly string[];
  paths?: string | readonly string[];
  pathPrefix?: string | readonly string[];
  pathPrefixes?: string | readonly string[];
  models?: string | readonly string[];
  providers?: string | readonly string[];
  values?: string | readonly string[];
}

/** Where the question is asked. */
export interface Place {
  cwd: string;
  home: string;
}

/** What applies in a directory, and the entries that could not be understood. */
export interface ScopedValues {
  values: readonly string[];
  problems: readonly string[];
}

const PATH_KEYS = ["path", "paths", "pathPrefix", "pathPrefixes"] as const;

function toList(value: unknown): readonly string[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((item) => typeof item === "string" && item.trim() !== "")
    ? (list as readonly string[])
    : null;
}

function normalise(path: string, home: string): string {
  const expanded = path === "~" || /^~[\\/]/.test(path) ? `${home}/${path.slice(1)}` : path;
  const parts: string[] = [];
  for (const part of expanded.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function isAbsolute(path: string): boolean {
  return /^(?:~(?:[\\/]|$)|[\\/]|[a-z]:[\\/])/i.test(path.trim());
}

function isInside(cwd: string, directory: string): boolean {
  return directory === "/" || cwd === directory || cwd.startsWith(`${directory}/`);
}

/** Is `cwd` the directory `path`, or below it? */
export function isPathInScope(path: string, { cwd, home }: Place): boolean {
  return isInside(normalise(cwd, home), normalise(path.trim(), home));
}

function readEntry(
  entry: Readonly<Record<string, unknown>>,
  kind: "models" | "providers",
  place: Place,
): readonly string[] | string {
  const valueKeys = [kind, "values"];
  const known: readonly string[] = [...PATH_KEYS, ...valueKeys];
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue;
    const [meant] = nearestNames(key, known, 1);
    return `unknown key "${key}"${meant ? `, did you mean "${meant}"?` : ""} (keys: ${known.join(", ")})`;
  }
  const pathKeys = PATH_KEYS.filter((key) => entry[key] !== undefined);
  if (pathKeys.length === 0) return `an entry with a scope needs one of ${PATH_KEYS.join(", ")}`;
  if (!valueKeys.some((key) => entry[key] !== undefined)) {
    return `an entry with a scope needs ${valueKeys.join(" or ")}`;
  }
  const paths = pathKeys.map((key) => toList(entry[key]));
  const values = valueKeys
    .filter((key) => entry[key] !== undefined)
    .map((key) => toList(entry[key]));
  if (paths.includes(null) || values.includes(null))
    return "paths and values must be text or lists of text";
  const scopes = paths.flatMap((list) => list ?? []);
  const relative = scopes.find((path) => !isAbsolute(path));
  if (relative !== undefined) return `"${relative}" must be absolute or start with ~/`;
  return scopes.some((path) => isPathInScope(path, place))
    ? values.flatMap((list) => list ?? [])
    : [];
}

/**
 * The values of a settings list that hold in a directory: plain entries always, scoped ones when the
 * directory is the named path or below it.
 */
export function valuesInScope(
  entries: readonly unknown[],
  kind: "models" | "providers",
  place: Place,
): ScopedValues {
  const values = new Set<string>();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (typeof entry === "string") {
      if (entry.trim() !== "") values.add(entry.trim());
      continue;
    }
    const isObject = typeof entry === "object" && entry !== null && !Array.isArray(entry);
    const read = isObject
      ? readEntry(entry as Record<string, unknown>, kind, place)
      : `an entry is text, or a mapping with ${PATH_KEYS[0]} and ${kind}`;
    if (typeof read === "string") problems.push(`entry ${index + 1}: ${read}`);
    else for (const value of read) values.add(value.trim());
  }
  return { values: [...values], problems };
}
