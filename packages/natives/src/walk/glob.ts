// Finds entries of a tree by glob patterns, newest first. What a pattern means is decided here; what a tree holds, by
// walk.ts or a cache of it.
import { fullGlob } from "./full-glob.ts";
import { readModifiedTimes } from "./modified-times.ts";
import type { ScanCache } from "./scan-cache.ts";
import { walk, type EntryType, type WalkEntry, type WalkResult } from "./walk.ts";

/** One search by name. */
export interface GlobOptions {
  readonly root: string;
  /** Without a slash a pattern matches at any depth, after one only in the root; before one only directories. */
  readonly patterns: readonly string[];
  readonly includeHidden?: boolean;
  readonly useGitignore?: boolean;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Told now and then which entries match so far, in order of path. */
  readonly onProgress?: (matches: readonly WalkEntry[]) => void;
  /** Use and fill this cache; without it the tree is always read. */
  readonly cache?: ScanCache;
}

/** One match. */
export interface GlobMatch {
  readonly path: string;
  readonly type: EntryType;
  readonly mtimeMs: number;
}

/** The newest matches first. */
export interface GlobResult {
  readonly matches: readonly GlobMatch[];
  /** How many there are, also beyond the limit. */
  readonly totalMatches: number;
  /** Why there may be more than were found. */
  readonly stopped: WalkResult["stopped"];
}

/** `node_modules` is searched only when a pattern names it. */
export async function glob(options: GlobOptions): Promise<GlobResult> {
  const matchers = options.patterns.map(compilePattern);
  const { entries, stopped, root } = await findEntries(options, matchers);
  const { signal, limit } = options;
  const times = await readModifiedTimes({ root, paths: entries.map(({ path }) => path), signal });
  return { ...newest(entries, times, limit), stopped: signal?.aborted ? "aborted" : stopped };
}

/** Makes and orders only what can be among the first `limit`; what has no time is gone since it was listed. */
function newest(
  entries: readonly WalkEntry[],
  times: Float64Array,
  limit = entries.length,
): Omit<GlobResult, "stopped"> {
  const ordered = times.toSorted(); // What is not a number comes last.
  const known = ordered.subarray(0, ordered.length - countGone(ordered));
  const oldest = known.at(-limit) ?? Number.NEGATIVE_INFINITY;
  const matches: GlobMatch[] = [];
  let at = 0;
  for (const entry of entries) {
    const mtimeMs = times[at++] ?? Number.NaN;
    if (mtimeMs >= oldest) matches.push({ path: entry.path, type: entry.type, mtimeMs });
  }
  matches.sort((left, right) => right.mtimeMs - left.mtimeMs || (left.path < right.path ? -1 : 1));
  return { matches: matches.slice(0, limit), totalMatches: known.length };
}

function countGone(ordered: Float64Array): number {
  const first = ordered.findLastIndex((time) => !Number.isNaN(time));
  return ordered.length - 1 - first;
}

interface Matcher {
  readonly pattern: string;
  readonly isAny: boolean;
  readonly isMatch: (entry: WalkEntry) => boolean;
}

interface Found {
  readonly root: string;
  readonly entries: readonly WalkEntry[];
  readonly stopped: WalkResult["stopped"];
}

async function findEntries(options: GlobOptions, matchers: readonly Matcher[]): Promise<Found> {
  const { root, cache, signal, timeoutMs } = options;
  const policy = {
    includeHidden: options.includeHidden ?? false,
    useGitignore: options.useGitignore ?? true,
    skipNodeModules: !matchers.some(({ pattern }) => pattern.includes("node_modules")),
  };
  const isWhole = matchers.some(({ isAny }) => isAny);
  const matching = (entries: readonly WalkEntry[]): readonly WalkEntry[] =>
    isWhole ? entries : entries.filter((entry) => matchers.some(({ isMatch }) => isMatch(entry)));
  const select = ({ root: found, stopped, entries }: WalkResult): Found => ({
    root: found,
    stopped,
    entries: matching(entries),
  });
  if (!cache) {
    const below = commonPrefix(matchers.map(({ pattern }) => pattern));
    const { onProgress } = options;
    const report = onProgress && ((entries: readonly WalkEntry[]) => onProgress(matching(entries)));
    return select(
      await walkBelow({ root, below, ...policy, signal, timeoutMs, onProgress: report }),
    );
  }
  const request = { root, ...policy, signal, timeoutMs };
  const scan = await cache.scan(request);
  const found = select(scan.result);
  // Nothing found in an old list may only mean that the list is old.
  const isDoubtful = found.entries.length === 0 && scan.ageMs >= cache.emptyRecheckMs;
  return isDoubtful ? select(await cache.rescan(request)) : found;
}

/** A part of the tree that does not exist holds nothing. */
async function walkBelow(options: Parameters<typeof walk>[0]): Promise<WalkResult> {
  try {
    return await walk(options);
  } catch (error) {
    if (!options.below) throw error;
    return {
      ...(await walk({ ...options, below: "", maxEntries: 0 })),
      entries: [],
      stopped: undefined,
    };
  }
}

function compilePattern(given: string): Matcher {
  const clean = given.replace(/^(?:\.\/)+/, "");
  const isDirectoryOnly = clean.endsWith("/");
  const body = clean.replace(/\/+$/, "");
  const pattern = fullGlob(body);
  const matcher = new Bun.Glob(pattern);
  return {
    pattern,
    isAny: !isDirectoryOnly && (pattern === "**/*" || pattern === "**"),
    isMatch: ({ path, type }) => (!isDirectoryOnly || type === "directory") && matcher.match(path),
  };
}

/** The directory that all patterns are certain to stay in, "" when that is the root. */
function commonPrefix(patterns: readonly string[]): string {
  const fixed = patterns.map((pattern) => {
    const parts = pattern.split("/").slice(0, -1);
    const wild = parts.findIndex(
      (part) => /[*?[\]{}!\\]/.test(part) || part === ".." || part === "",
    );
    return wild < 0 ? parts : parts.slice(0, wild);
  });
  const [first = [], ...rest] = fixed;
  const shared = first.findIndex((part, index) => rest.some((other) => other[index] !== part));
  return (shared < 0 ? first : first.slice(0, shared)).join("/");
}
