// Which files of a scope hold code that can be parsed, for structural searches and edits.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { fullGlob } from "@oh-my-pi/pi-natives/full-glob";
import { languageOfPath } from "@oh-my-pi/pi-natives/languages";
import { walk } from "@oh-my-pi/pi-natives/walk";
import { join, relative } from "node:path";
import type { SearchScope, SearchTarget } from "./scope.ts";

export interface CodeFiles {
  /** Absolute, in order of path. */
  readonly paths: readonly string[];
  /** Whether there are more than were asked for. */
  readonly isLimited: boolean;
}

export interface CodeFilesOptions {
  readonly maxFiles: number;
  readonly signal: AbortSignal;
}

/** Ignored files are left out unless they are named, and so is `node_modules`. */
export async function listCodeFiles(
  { targets }: SearchScope,
  { maxFiles, signal }: CodeFilesOptions,
): Promise<CodeFiles> {
  const found = new Set<string>();
  for (const target of targets) {
    for (const path of await filesOf(target, signal)) found.add(path);
    if (found.size > maxFiles) break;
  }
  const paths = [...found];
  return { paths: paths.slice(0, maxFiles), isLimited: paths.length > maxFiles };
}

async function filesOf(target: SearchTarget, signal: AbortSignal): Promise<string[]> {
  if (target.kind === "archive")
    throw new ToolFailure(
      `Code in archives cannot be searched: ${target.archive}. Unpack it first.`,
    );
  if (target.kind === "file") return [target.path];
  const { root, glob } = target;
  const { entries } = await walk({
    root,
    includeHidden: true,
    skipNodeModules: !(glob ?? "").includes("node_modules"),
    signal,
  });
  const matcher = glob === undefined ? undefined : new Bun.Glob(fullGlob(glob));
  return entries
    .filter(({ path, type }) => type === "file" && languageOfPath(path) !== undefined)
    .filter(({ path }) => matcher?.match(path) ?? true)
    .map(({ path }) => join(root, path));
}

/** The paths as they are relative to a directory, for engines that want one root. */
export function below(root: string, paths: readonly string[]): string[] {
  return paths.map((path) => relative(root, path));
}
