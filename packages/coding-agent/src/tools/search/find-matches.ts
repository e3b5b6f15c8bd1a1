// Finds the matches of a search in its targets, and which page of files to show. What they look like is not known here.
import { grep } from "@oh-my-pi/pi-natives/grep";
import { dirname, join, relative } from "node:path";
import type { SearchScope, SearchTarget } from "../../services/search/scope.ts";
import type { FoundPage, Page, SearchQuery } from "./found-page.ts";
import { searchArchive } from "./search-archive.ts";

/** Throws `GrepPatternError` for a wrong pattern. */
export async function findMatches(
  { targets }: SearchScope,
  query: SearchQuery,
  page: Page,
): Promise<FoundPage> {
  const [only] = targets;
  if (targets.length === 1 && only?.kind === "tree") return searchTree(only, query, page);
  const parts = await Promise.all(targets.map((target) => searchTarget(target, query)));
  const all = new Map(
    parts.flatMap(({ files }) => files.map((file) => [file.path, file] as const)),
  );
  return {
    files: [...all.values()].slice(page.skip, page.skip + page.size),
    totalFiles: all.size,
    skippedFiles: parts.reduce((sum, { skippedFiles }) => sum + skippedFiles, 0),
    stopped: parts.find(({ stopped }) => stopped !== undefined)?.stopped,
  };
}

function searchTarget(target: SearchTarget, query: SearchQuery): Promise<FoundPage> {
  switch (target.kind) {
    case "tree":
      return searchTree(target, query, { skip: 0, size: Number.POSITIVE_INFINITY });
    case "file":
      return searchFile(target, query);
    case "archive":
      return searchArchive(target, query);
  }
}

async function searchTree(
  { root, glob }: Extract<SearchTarget, { kind: "tree" }>,
  query: SearchQuery,
  { skip, size }: Page,
): Promise<FoundPage> {
  const found = await grep({
    ...query,
    root,
    ...(glob !== undefined && { globs: [glob] }),
    skipFiles: skip,
    maxFiles: size,
  });
  const files = found.files.map((file) => ({
    ...file,
    path: join(root, file.path),
    isMutable: true,
  }));
  return { ...found, files };
}

async function searchFile(
  { path, isMutable }: Extract<SearchTarget, { kind: "file" }>,
  query: SearchQuery,
): Promise<FoundPage> {
  const root = dirname(path);
  const found = await grep({ ...query, root, files: [relative(root, path)] });
  return { ...found, files: found.files.map((file) => ({ ...file, path, isMutable })) };
}
