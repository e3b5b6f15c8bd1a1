// Finds files by a few typed characters: paths of a tree, best matches first. A match in the name counts for more than one
// spread over directories.
import type { ScanCache } from "../walk/scan-cache.ts";
import { walk, type EntryType, type WalkEntry } from "../walk/walk.ts";
import { scoreFuzzy } from "./fuzzy-score.ts";

/** One search by typed characters. */
export interface FuzzyFindOptions {
  readonly root: string;
  /** Empty: everything, in order of path. */
  readonly query: string;
  readonly limit: number;
  readonly includeHidden?: boolean;
  readonly useGitignore?: boolean;
  readonly skipNodeModules?: boolean;
  readonly cache?: ScanCache;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** One hit; `positions` are indexes into `path`. */
export interface FuzzyHit {
  readonly path: string;
  readonly type: EntryType;
  readonly score: number;
  readonly positions: readonly number[];
}

/** The best hits and how many there are. */
export interface FuzzyFindResult {
  readonly hits: readonly FuzzyHit[];
  readonly totalHits: number;
}

const NAME_BONUS = 24;

/** Lists the tree (or asks the cache) and ranks it. */
export async function fuzzyFindFiles(options: FuzzyFindOptions): Promise<FuzzyFindResult> {
  const { query, limit, cache } = options;
  const request = {
    root: options.root,
    includeHidden: options.includeHidden ?? false,
    useGitignore: options.useGitignore ?? true,
    skipNodeModules: options.skipNodeModules ?? true,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
  };
  if (!cache) return rankPaths(query, (await walk(request)).entries, limit);
  const { result, ageMs } = await cache.scan(request);
  const ranked = rankPaths(query, result.entries, limit);
  const isDoubtful = query !== "" && ranked.totalHits === 0 && ageMs >= cache.emptyRecheckMs;
  return isDoubtful ? rankPaths(query, (await cache.rescan(request)).entries, limit) : ranked;
}

/** Best first; equal scores by length of path, then by path. */
export function rankPaths(
  query: string,
  entries: readonly WalkEntry[],
  limit: number,
): FuzzyFindResult {
  const hits: FuzzyHit[] = [];
  for (const { path, type } of entries) {
    const match = scorePath(query, path);
    if (match) hits.push({ path, type, ...match });
  }
  hits.sort(
    (left, right) =>
      right.score - left.score ||
      left.path.length - right.path.length ||
      (left.path < right.path ? -1 : 1),
  );
  return { hits: hits.slice(0, limit), totalHits: hits.length };
}

function scorePath(query: string, path: string): ReturnType<typeof scoreFuzzy> {
  const nameStart = path.lastIndexOf("/") + 1;
  const inName =
    query === "" || nameStart === 0 ? undefined : scoreFuzzy(query, path.slice(nameStart));
  if (inName) {
    return {
      score: inName.score + NAME_BONUS,
      positions: inName.positions.map((position) => position + nameStart),
    };
  }
  const inPath = scoreFuzzy(query, path);
  return inPath && nameStart === 0 && query !== ""
    ? { ...inPath, score: inPath.score + NAME_BONUS }
    : inPath;
}
