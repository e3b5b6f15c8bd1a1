// What the `paths` of a search name: files, trees with a pattern, members of archives. Shared by the tools that search; it
// reads nothing but what kind of thing stands at a path.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { type Stats, statSync } from "node:fs";
import { splitArchivePath } from "../files/archive/open-archive.ts";
import { isFile } from "../files/is-file.ts";
import { classifyPath } from "../files/path-kind.ts";
import { describeSystemError } from "../files/system-error.ts";
import type { InternalUrls } from "../internal-urls/internal-urls.ts";
import type { Workspace } from "../workspace.ts";
import { cleanPath, hasGlob, looksJoined, splitGlob } from "./path-pattern.ts";

export type SearchTarget =
  | { readonly kind: "file"; readonly path: string; readonly isMutable: boolean }
  | { readonly kind: "tree"; readonly root: string; readonly glob?: string }
  | { readonly kind: "archive"; readonly archive: string; readonly inside: string };

export interface SearchScope {
  readonly targets: readonly SearchTarget[];
  /** Paths, as given, that are not there. */
  readonly missing: readonly string[];
  /** The paths that are, for display. */
  readonly shown: string;
}

export interface ScopeOptions {
  readonly workspace: Workspace;
  readonly urls: InternalUrls;
  readonly signal: AbortSignal;
  /** What an empty path is answered with. */
  readonly emptyMessage: string;
}

/** Throws ToolFailure when a path cannot be searched, or when none of them is there. */
export async function resolveScope(
  paths: readonly string[],
  options: ScopeOptions,
): Promise<SearchScope> {
  const cleaned = paths.map(cleanPath);
  if (cleaned.length === 0 || cleaned.includes("")) throw new ToolFailure(options.emptyMessage);
  const targets: SearchTarget[] = [];
  const missing: string[] = [];
  const shown: string[] = [];
  for (const path of cleaned) {
    const found = await resolveOne(path, options);
    if (typeof found === "string") missing.push(found);
    else {
      targets.push(found);
      shown.push(path);
    }
  }
  if (targets.length === 0) throw new ToolFailure(`Path not found: ${missing.join(", ")}`);
  return { targets: withoutRepeats(targets), missing, shown: shown.join(", ") };
}

/** A target, or the part of the path that is not there. */
async function resolveOne(path: string, options: ScopeOptions): Promise<SearchTarget | string> {
  const kind = classifyPath(path);
  if (kind.kind === "web")
    throw new ToolFailure(`Cannot search a web address: ${path}. Use read to fetch it.`);
  if (kind.kind === "internal") return resolveInternal(kind.href, options);
  return resolveLocal(kind.path === "/" ? "." : kind.path, options.workspace);
}

function resolveLocal(path: string, workspace: Workspace): SearchTarget | string {
  const absolute = workspace.resolve(path);
  const stats = statOf(absolute, path);
  if (stats?.isDirectory()) return { kind: "tree", root: absolute };
  const archive = splitArchivePath(path).find(({ archive: name }) =>
    isFile(workspace.resolve(name)),
  );
  if (archive !== undefined)
    return {
      kind: "archive",
      archive: workspace.resolve(archive.archive),
      inside: archive.inside,
    };
  if (stats !== undefined) return { kind: "file", path: absolute, isMutable: true };
  if (hasGlob(path)) return resolveGlob(path, workspace);
  if (looksJoined(path))
    throw new ToolFailure(
      `Path not found: ${path}. Give several paths as separate entries of \`paths\`, not joined by commas.`,
    );
  return path;
}

function resolveGlob(path: string, workspace: Workspace): SearchTarget | string {
  const { base, glob } = splitGlob(path);
  const root = workspace.resolve(base);
  if (root === "/") throw new ToolFailure("Searching from root directory '/' is not allowed");
  const stats = statOf(root, base);
  if (stats === undefined) return base;
  if (!stats.isDirectory()) throw new ToolFailure(`Path is not a directory: ${base}`);
  return { kind: "tree", root, glob };
}

async function resolveInternal(
  href: string,
  { urls, signal }: ScopeOptions,
): Promise<SearchTarget | string> {
  if (!urls.has(href)) return href;
  if (hasGlob(href))
    throw new ToolFailure(`Glob patterns are not supported for internal URLs: ${href}`);
  const { file, isMutable } = await urls.read(href, signal);
  if (file === undefined)
    throw new ToolFailure(`Cannot search internal URL without a backing file: ${href}`);
  return { kind: "file", path: file, isMutable };
}

function statOf(absolute: string, shown: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG" || code === "ELOOP") return undefined;
    throw new ToolFailure(`Cannot search '${shown}': ${describeSystemError(error)}.`, {
      cause: error,
    });
  }
}

function withoutRepeats(targets: readonly SearchTarget[]): SearchTarget[] {
  return [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
}
