// Lists a directory tree: which entries exist below a root, by the rules of ignore files and hidden names. It opens no
// file but ignore files, follows no symbolic link, and keeps the event loop free.
import { lstatSync, readdirSync, realpathSync, type Dirent } from "node:fs";
import {
  chainAbove,
  extendChain,
  isIgnored,
  isRuleSource,
  type IgnoreChain,
} from "./ignore-chain.ts";

/** What decides which entries a walk finds. */
export interface WalkPolicy {
  /** Names that start with a dot. `.git` is never entered. */
  readonly includeHidden: boolean;
  /**
   * Leave out what `.gitignore`, `.ignore`, `.rgignore` and `.git/info/exclude` say; the user's and the system's global
   * ignore files do not count.
   */
  readonly useGitignore: boolean;
  readonly skipNodeModules: boolean;
}

/** One walk. */
export interface WalkOptions extends Partial<WalkPolicy> {
  /** A directory. */
  readonly root: string;
  /** Only this part of the tree, relative to the root; ignore rules above it still count. */
  readonly below?: string;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Stop after this many entries. */
  readonly maxEntries?: number | undefined;
  /** Told now and then what a walk that takes long has found so far. */
  readonly onProgress?: ((entries: readonly WalkEntry[]) => void) | undefined;
  /** How often that is, at most. */
  readonly progressMs?: number;
}

/** Devices, pipes and sockets are `other`. */
export type EntryType = "file" | "directory" | "symlink" | "other";

/** One entry below the root. */
export interface WalkEntry {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly type: EntryType;
}

/** What was found, in order of path. */
export interface WalkResult {
  /** The root with symbolic links resolved. */
  readonly root: string;
  readonly entries: readonly WalkEntry[];
  /** Why the list may lack entries. */
  readonly stopped: "timeout" | "aborted" | "limit" | undefined;
  /** Directories that could not be read. */
  readonly unreadable: number;
}

const DEFAULT_POLICY: WalkPolicy = {
  includeHidden: false,
  useGitignore: true,
  skipNodeModules: false,
};
const SLICE_MS = 8;
const PROGRESS_MS = 200;

/** Throws, with the system's error, when the root is no directory that can be read. */
export async function walk(options: WalkOptions): Promise<WalkResult> {
  const walker = new Walker(options);
  const deadline = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  const { progressMs = PROGRESS_MS } = options;
  const sliceMs = Math.min(SLICE_MS, progressMs);
  let nextReport = performance.now() + progressMs;
  if (options.signal?.aborted) return walker.result("aborted");
  while (!walker.isDone) {
    walker.runFor(Math.min(sliceMs, deadline - performance.now()));
    if (walker.isDone) break;
    if (performance.now() >= deadline) return walker.result("timeout");
    if (performance.now() >= nextReport) {
      options.onProgress?.(walker.entries);
      nextReport = performance.now() + progressMs;
    }
    await new Promise(setImmediate);
    if (options.signal?.aborted) return walker.result("aborted");
  }
  return walker.result(undefined);
}

interface Pending {
  /** Absolute, no slash at the end. */
  readonly directory: string;
  /** "" for the root, else ends with a slash. */
  readonly path: string;
  readonly chain: IgnoreChain | undefined;
}

/** A walk that can be paused: depth first, names in order. */
export class Walker {
  readonly #root: string;
  readonly #policy: WalkPolicy;
  readonly #maxEntries: number;
  readonly #entries: WalkEntry[] = [];
  /** Sorted so that the last one is next. */
  readonly #stack: (Pending | WalkEntry)[] = [];
  #unreadable = 0;
  #isLimited = false;

  constructor(options: WalkOptions) {
    const { root, below = "", maxEntries = Number.POSITIVE_INFINITY, ...policy } = options;
    this.#root = realpathSync(root);
    this.#policy = { ...DEFAULT_POLICY, ...policy };
    this.#maxEntries = maxEntries;
    const start = below === "" ? "" : `${below}/`;
    const directory = joinPath(this.#root, below);
    const listing = readdirSync(directory, { withFileTypes: true });
    this.#enter({ directory, path: start, chain: this.#chainFor(start) }, listing);
  }

  get isDone(): boolean {
    return this.#isLimited || this.#stack.length === 0;
  }

  get entries(): readonly WalkEntry[] {
    return this.#entries;
  }

  runFor(limitMs: number): void {
    const deadline = performance.now() + limitMs;
    for (let steps = 1; !this.isDone; steps++) {
      this.#step();
      if (steps % 32 === 0 && performance.now() >= deadline) return;
    }
  }

  result(stopped: WalkResult["stopped"]): WalkResult {
    return {
      root: this.#root,
      entries: this.#entries,
      stopped: stopped ?? (this.#isLimited ? "limit" : undefined),
      unreadable: this.#unreadable,
    };
  }

  #step(): void {
    const next = this.#stack.pop();
    if (!next) return;
    if (this.#entries.length >= this.#maxEntries) {
      this.#isLimited = true;
      return;
    }
    if ("type" in next) {
      this.#entries.push(next);
      return;
    }
    this.#entries.push({ path: next.path.slice(0, -1), type: "directory" });
    try {
      this.#enter(next, readdirSync(next.directory, { withFileTypes: true }));
    } catch {
      this.#unreadable++; // Not ours to read, or gone since it was listed.
    }
  }

  #enter(at: Pending, listing: Dirent[]): void {
    const { includeHidden, useGitignore, skipNodeModules } = this.#policy;
    const hasRules = useGitignore && listing.some((entry) => isRuleSource(entry.name));
    const chain = hasRules ? extendChain(at.chain, at.directory, at.path) : at.chain;
    listing.sort(byNameDescending);
    for (const entry of listing) {
      const { name } = entry;
      if (name === ".git" || (!includeHidden && name.startsWith("."))) continue;
      const type = typeOf(entry, at.directory);
      const isDirectory = type === "directory";
      if (isDirectory && skipNodeModules && name === "node_modules") continue;
      const path = at.path + name;
      if (chain && isIgnored(chain, path, name, isDirectory)) continue;
      if (isDirectory)
        this.#stack.push({ directory: joinPath(at.directory, name), path: `${path}/`, chain });
      else this.#stack.push({ path, type });
    }
  }

  /** The rules that reach `path` from above: those outside the root, then those on the way down. */
  #chainFor(path: string): IgnoreChain | undefined {
    if (!this.#policy.useGitignore) return undefined;
    let chain = chainAbove(this.#root);
    for (
      let slash = path.indexOf("/"), from = "";
      slash >= 0;
      slash = path.indexOf("/", slash + 1)
    ) {
      chain = extendChain(chain, joinPath(this.#root, from.slice(0, -1)), from);
      from = path.slice(0, slash + 1);
    }
    return chain;
  }
}

function joinPath(directory: string, name: string): string {
  if (name === "") return directory;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

function byNameDescending(left: Dirent, right: Dirent): number {
  return left.name < right.name ? 1 : -1;
}

function typeOf(entry: Dirent, directory: string): EntryType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "symlink";
  if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice())
    return "other";
  return typeByStat(joinPath(directory, entry.name)); // File systems that do not tell types in listings.
}

function typeByStat(path: string): EntryType {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return "file";
  if (stat?.isDirectory()) return "directory";
  return stat?.isSymbolicLink() ? "symlink" : "other";
}
