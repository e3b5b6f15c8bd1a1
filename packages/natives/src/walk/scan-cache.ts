// Remembers directory listings for a moment, so that searches in a row do not read the same tree again. It filters
// nothing beyond the policy of the walk, and forgets on request whatever a change may have made wrong.
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { walk, type WalkOptions, type WalkResult } from "./walk.ts";

/** Policy of a cache; the same for all its users. */
export interface ScanCacheOptions {
  /** How long a listing is believed; 0 turns the cache off. */
  readonly ttlMs?: number;
  /** From which age on an empty search is worth a second look. */
  readonly emptyRecheckMs?: number;
  readonly maxEntries?: number;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

/** What to list: the parts of a walk that tell one listing from another, and its limits. */
export type ScanRequest = Required<
  Pick<WalkOptions, "root" | "includeHidden" | "useGitignore" | "skipNodeModules">
> &
  Pick<WalkOptions, "signal" | "timeoutMs">;

/** A listing and how old it is; 0 when it was made now. */
export interface Scan {
  readonly result: WalkResult;
  readonly ageMs: number;
}

interface CachedScan {
  readonly root: string;
  readonly createdAt: number;
  readonly result: Promise<WalkResult>;
}

/** One cache; share an instance among those who should see the same tree. */
export class ScanCache {
  readonly emptyRecheckMs: number;
  readonly #ttlMs: number;
  readonly #maxEntries: number;
  readonly #now: () => number;
  /** In order of creation. */
  readonly #scans = new Map<string, CachedScan>();

  constructor(options: ScanCacheOptions = {}) {
    this.#ttlMs = options.ttlMs ?? 1_000;
    this.emptyRecheckMs = options.emptyRecheckMs ?? 200;
    this.#maxEntries = options.maxEntries ?? 16;
    this.#now = options.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#scans.size;
  }

  /** A remembered listing, or a new one. */
  async scan(request: ScanRequest): Promise<Scan> {
    if (this.#ttlMs === 0) return { result: await walk(request), ageMs: 0 };
    const root = realpathSync(request.root);
    const cached = this.#scans.get(keyOf(root, request));
    const ageMs = cached ? this.#now() - cached.createdAt : 0;
    if (cached && ageMs < this.#ttlMs) {
      const result = await cached.result;
      // Whoever began it may have lost interest in the middle.
      if (result.stopped === undefined) return { result, ageMs };
    }
    return { result: await this.rescan(request), ageMs: 0 };
  }

  /** A new listing, remembered unless it is incomplete. */
  async rescan(request: ScanRequest): Promise<WalkResult> {
    const root = realpathSync(request.root);
    const key = keyOf(root, request);
    const result = walk({ ...request, root });
    if (this.#ttlMs === 0) return result;
    const entry: CachedScan = { root, createdAt: this.#now(), result };
    this.#scans.delete(key);
    this.#scans.set(key, entry);
    this.#evict();
    const isWhole = await result.then(
      (found) => found.stopped === undefined,
      () => false,
    );
    if (!isWhole && this.#scans.get(key) === entry) this.#scans.delete(key);
    return result;
  }

  /** Forgets every listing that holds `path`, existing or not; without a path, everything. */
  invalidate(path?: string): void {
    if (path === undefined) return this.#scans.clear();
    const target = canonical(resolve(path));
    for (const [key, { root }] of this.#scans) {
      const holds = target === root || target.startsWith(root.endsWith("/") ? root : `${root}/`);
      if (holds) this.#scans.delete(key);
    }
  }

  #evict(): void {
    for (const key of this.#scans.keys()) {
      if (this.#scans.size <= this.#maxEntries) return;
      this.#scans.delete(key);
    }
  }
}

function keyOf(
  root: string,
  { includeHidden, useGitignore, skipNodeModules }: ScanRequest,
): string {
  return `${Number(includeHidden)}${Number(useGitignore)}${Number(skipNodeModules)}${root}`;
}

/** What was deleted or is not there yet is known by its nearest existing directory. */
function canonical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(canonical(parent), basename(path));
  }
}
