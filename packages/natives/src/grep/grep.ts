// Searches the contents of a tree or of given files. Small searches run in this process, large ones in ripgrep; the
// result is the same. It decides which, keeps time, and pages by file; what a line looks like is up to the caller.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fullGlob } from "../walk/full-glob.ts";
import { Walker, walk, type WalkEntry } from "../walk/walk.ts";
import { repairPattern } from "./repair-pattern.ts";
import { GrepPatternError, Ripgrep, findRipgrep, type RipgrepTree } from "./ripgrep.ts";
import { searchFile } from "./search-files.ts";
import type { LineOptions, TextMatches } from "./search-text.ts";
import { translateRegex, type TranslatedRegex } from "./translate-regex.ts";

export type { GrepLine, TextMatches } from "./search-text.ts";
export { GrepPatternError } from "./ripgrep.ts";

/** Which files are searched. */
export interface GrepScope {
  readonly root: string;
  /** Search these files, relative to the root, whatever ignore rules say. Without it the tree is searched. */
  readonly files?: readonly string[];
  readonly includeHidden?: boolean;
  readonly useGitignore?: boolean;
  /** Only files whose path matches one of these; without a slash: whose name does. `/a` is in the root itself. */
  readonly globs?: readonly string[];
  /** Only files of this type, by ripgrep's names (`ts`, `py`, `rust`). */
  readonly type?: string;
}

/** What is shown of the matches. */
export interface GrepView {
  readonly contextBefore?: number;
  readonly contextAfter?: number;
  readonly maxMatchesPerFile?: number;
  /** Longer lines are cut. */
  readonly maxColumns?: number;
  /** Leave out the first files with matches, in order of path. */
  readonly skipFiles?: number;
  readonly maxFiles?: number;
}

/** One search. */
export interface GrepOptions extends GrepScope, GrepView {
  /** A regular expression of ripgrep's dialect. Braces and parentheses that cannot be syntax are taken literally. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** Let matches span lines; else the pattern cannot match a newline. */
  readonly multiline?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Where ripgrep is, asked when it is first needed; by default in its npm package. */
  readonly findRipgrep?: () => string | undefined;
  /** For comparison; by default the faster one is taken. */
  readonly engine?: "in-process" | "ripgrep";
}

/** The matches of one file. */
export interface FileMatches extends TextMatches {
  /** Relative to the root. */
  readonly path: string;
}

/** One page of a search, in order of path. */
export interface GrepResult {
  readonly files: readonly FileMatches[];
  /** Files with matches, on all pages. */
  readonly totalFiles: number;
  /** Their paths, relative to the root. */
  readonly paths: readonly string[];
  /** Files that were not searched: only ripgrep could and it is not there, or their names are no UTF-8. */
  readonly skippedFiles: number;
  /** Why there may be more matches than were found. */
  readonly stopped: "timeout" | "aborted" | undefined;
}

const SMALL_TREE_FILES = 200;
/** The number of files decides; time only when the machine is busy or the process has just started. */
const SMALL_TREE_WALK_MS = 15;
const SMALL_TREE_SEARCH_MS = 25;
const SLICE_MS = 8;

/** Rejects with a `GrepPatternError` for a wrong pattern, and with the system's error for a missing root. */
export async function grep(options: GrepOptions): Promise<GrepResult> {
  const search = new Search(options);
  using limits = new SearchLimits(options);
  const found = options.files ? search.givenFiles(options.files) : await search.candidates(limits);
  const result = await search.readPage(found, limits);
  return { ...result, skippedFiles: search.skippedFiles, stopped: limits.stopped };
}

/** Files that match or may match; `known` holds the answer for those that were searched already. */
interface Candidates {
  readonly paths: readonly string[];
  readonly known: ReadonlyMap<string, TextMatches>;
  /** Whether every path is certain to match. */
  readonly areCertain: boolean;
}

class Search {
  readonly #options: GrepOptions;
  readonly #root: string;
  readonly #pattern: {
    readonly pattern: string;
    readonly ignoreCase: boolean;
    readonly multiline: boolean;
  };
  readonly #lines: LineOptions;
  readonly #regex: TranslatedRegex | undefined;
  readonly #filter: PathFilter;
  #ripgrep: Ripgrep | undefined;
  #skippedFiles = 0;

  constructor(options: GrepOptions) {
    this.#options = options;
    this.#root = realpathSync(options.root);
    this.#pattern = {
      pattern: repairPattern(options.pattern),
      ignoreCase: options.ignoreCase ?? false,
      multiline: options.multiline ?? false,
    };
    this.#lines = {
      contextBefore: options.contextBefore ?? 0,
      contextAfter: options.contextAfter ?? 0,
      maxMatches: options.maxMatchesPerFile ?? Number.MAX_SAFE_INTEGER - 1,
      maxColumns: options.maxColumns ?? Number.POSITIVE_INFINITY,
    };
    this.#regex =
      options.engine === "ripgrep"
        ? undefined
        : translateRegex(this.#pattern.pattern, this.#pattern);
    this.#filter = new PathFilter(options.globs ?? []);
  }

  get skippedFiles(): number {
    return this.#skippedFiles;
  }

  givenFiles(files: readonly string[]): Candidates {
    return {
      paths: files.filter((path) => this.#filter.accepts(path)),
      known: new Map(),
      areCertain: false,
    };
  }

  async candidates(limits: SearchLimits): Promise<Candidates> {
    const { engine } = this.#options;
    const small = engine === undefined ? this.#searchSmallTree() : undefined;
    if (small) return small;
    const canSpawn =
      engine === "ripgrep" || (engine === undefined && this.#findRipgrep() !== undefined);
    return canSpawn ? this.#searchLargeTree(limits) : this.#searchWithoutRipgrep(limits);
  }

  /** Details for the files of the asked page only. */
  async readPage(
    found: Candidates,
    limits: SearchLimits,
  ): Promise<Pick<GrepResult, "files" | "totalFiles" | "paths">> {
    const { skipFiles = 0, maxFiles = Number.POSITIVE_INFINITY } = this.#options;
    const end = skipFiles + maxFiles;
    if (found.areCertain) {
      const page = found.paths.slice(skipFiles, end);
      return {
        files: await this.#readFiles(page, found.known, limits),
        totalFiles: found.paths.length,
        paths: found.paths,
      };
    }
    const all = await this.#readFiles(found.paths, found.known, limits);
    const paths = all.map(({ path }) => path);
    return { files: all.slice(skipFiles, end), totalFiles: all.length, paths };
  }

  /** Everything in this process, or undefined when the tree turns out to be more than small. */
  #searchSmallTree(): Candidates | undefined {
    if (!this.#regex || this.#options.type !== undefined) return undefined;
    const walker = new Walker({
      root: this.#root,
      ...this.#policy(),
      maxEntries: SMALL_TREE_FILES,
    });
    walker.runFor(SMALL_TREE_WALK_MS);
    if (!walker.isDone || walker.result(undefined).stopped) return undefined;
    const deadline = performance.now() + SMALL_TREE_SEARCH_MS;
    const known = new Map<string, TextMatches>();
    for (const entry of walker.entries) {
      const found = this.#searchEntry(entry, this.#regex);
      if (found === "unsure" || performance.now() > deadline) return undefined;
      if (found) known.set(entry.path, found);
    }
    return { paths: sortPaths([...known.keys()]), known, areCertain: true };
  }

  /** The same for any tree, slower than ripgrep; what only ripgrep can search is counted. */
  async #searchWithoutRipgrep(limits: SearchLimits): Promise<Candidates> {
    const regex = this.#regex;
    if (!regex || this.#options.type !== undefined) {
      throw new GrepPatternError("this pattern or file type needs ripgrep, which is not there");
    }
    const { entries } = await walk({ root: this.#root, ...this.#policy(), signal: limits.signal });
    const known = new Map<string, TextMatches>();
    let sliceEnd = performance.now() + SLICE_MS;
    for (const entry of entries) {
      if (limits.signal.aborted) break;
      const found = this.#searchEntry(entry, regex);
      if (found === "unsure") this.#skippedFiles++;
      else if (found) known.set(entry.path, found);
      if (performance.now() < sliceEnd) continue;
      await new Promise(setImmediate);
      sliceEnd = performance.now() + SLICE_MS;
    }
    return { paths: sortPaths([...known.keys()]), known, areCertain: true };
  }

  #searchEntry(
    { path, type }: WalkEntry,
    regex: TranslatedRegex,
  ): TextMatches | "unsure" | undefined {
    if (type !== "file" || !this.#filter.accepts(path)) return undefined;
    const lines = { ...this.#lines, multiline: this.#pattern.multiline };
    const found = searchFile(join(this.#root, path), regex, lines);
    if (found.type === "unsure") return "unsure";
    return found.type === "matches" ? found.matches : undefined;
  }

  async #searchLargeTree(limits: SearchLimits): Promise<Candidates> {
    const tree: RipgrepTree = {
      root: this.#root,
      below: this.#filter.below,
      ...this.#policy(),
      isInRepository: isInsideRepository(this.#root),
      nameGlobs: this.#filter.nameGlobs,
      type: this.#options.type,
    };
    if (this.#filter.below !== "" && !existsSync(join(this.#root, this.#filter.below))) {
      return { paths: [], known: new Map(), areCertain: true };
    }
    const ripgrep = this.#findRipgrep();
    if (!ripgrep) throw new Error("ripgrep is not installed and no path to it was given");
    const { value } = await ripgrep.listMatchingFiles(this.#pattern, tree, limits.signal);
    const paths = value.filter((path) => this.#filter.accepts(path) && this.#isVisible(path));
    // A name that is no UTF-8 arrives with other bytes than it has on disk: nobody could open it.
    const named = paths.filter((path) => !path.includes("\uFFFD") || this.#isThere(path));
    this.#skippedFiles += paths.length - named.length;
    return { paths: sortPaths(named), known: new Map(), areCertain: true };
  }

  #isThere(path: string): boolean {
    return existsSync(join(this.#root, path));
  }

  async #readFiles(
    paths: readonly string[],
    known: ReadonlyMap<string, TextMatches>,
    limits: SearchLimits,
  ): Promise<FileMatches[]> {
    const found = new Map(known);
    const unsure: string[] = [];
    for (const path of paths) {
      if (found.has(path) || limits.signal.aborted) continue;
      const lines = { ...this.#lines, multiline: this.#pattern.multiline };
      const result = this.#regex
        ? searchFile(join(this.#root, path), this.#regex, lines)
        : undefined;
      if (!result || result.type === "unsure") unsure.push(path);
      else if (result.type === "matches") found.set(path, result.matches);
    }
    const ripgrep = unsure.length > 0 ? this.#findRipgrep() : undefined;
    if (!ripgrep) this.#skippedFiles += unsure.length;
    if (ripgrep && !limits.signal.aborted) {
      const read = await ripgrep.readMatches(
        this.#pattern,
        unsure,
        this.#root,
        this.#lines,
        limits.signal,
      );
      for (const [path, matches] of read.value) found.set(path, matches);
    }
    return paths.flatMap((path) => {
      const matches = found.get(path);
      return matches ? { path, ...matches } : [];
    });
  }

  #policy(): { includeHidden: boolean; useGitignore: boolean; skipNodeModules: boolean } {
    return {
      includeHidden: this.#options.includeHidden ?? true,
      useGitignore: this.#options.useGitignore ?? true,
      skipNodeModules: !(this.#options.globs ?? []).some((glob) => glob.includes("node_modules")),
    };
  }

  /** ripgrep shows a hidden file when an ignore file says `!name`; hidden is hidden here. */
  #isVisible(path: string): boolean {
    return (this.#options.includeHidden ?? true) || !/(?:^|\/)\./.test(path);
  }

  #findRipgrep(): Ripgrep | undefined {
    if (this.#ripgrep) return this.#ripgrep;
    const path = this.#options.findRipgrep?.() ?? findRipgrep();
    return path === undefined ? undefined : (this.#ripgrep = new Ripgrep(path));
  }
}

/** Which paths are wanted, and what of that ripgrep can use to look at fewer files. */
class PathFilter {
  /** The one directory that all patterns stay in. */
  readonly below: string;
  /** All patterns, when they are about names alone. */
  readonly nameGlobs: readonly string[];
  readonly #matchers: readonly Bun.Glob[];

  constructor(globs: readonly string[]) {
    const clean = globs.map((glob) => glob.replace(/^(?:\.\/)+/, ""));
    this.#matchers = clean.map((glob) => new Bun.Glob(fullGlob(glob)));
    const names = clean.map((glob) => glob.replace(/^\*\*\//, ""));
    this.nameGlobs = names.every((name) => !name.includes("/")) ? names : [];
    const [only, ...others] = clean;
    this.below =
      only !== undefined && others.length === 0
        ? (/^((?:[\w.-]+\/)+)/.exec(only)?.[1]?.slice(0, -1) ?? "")
        : "";
  }

  accepts(path: string): boolean {
    return this.#matchers.length === 0 || this.#matchers.some((matcher) => matcher.match(path));
  }
}

/** Time limit and abort signal as one signal, and which of the two it was. */
class SearchLimits implements Disposable {
  readonly signal: AbortSignal;
  #stopped: "timeout" | "aborted" | undefined;
  readonly #release: () => void;

  constructor({ timeoutMs, signal }: GrepOptions) {
    const controller = new AbortController();
    this.signal = controller.signal;
    const stop = (cause: "timeout" | "aborted"): void => {
      this.#stopped ??= cause;
      controller.abort();
    };
    const onAbort = (): void => stop("aborted");
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => stop("timeout"), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    this.#release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }

  get stopped(): "timeout" | "aborted" | undefined {
    return this.#stopped;
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}

function isInsideRepository(root: string): boolean {
  for (let at = root; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

/** As a walk lists them: directory by directory. */
function sortPaths(paths: string[]): string[] {
  const key = (path: string): string => path.replaceAll("/", "\0");
  return paths.sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
