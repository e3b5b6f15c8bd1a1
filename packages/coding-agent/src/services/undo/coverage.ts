// What the journal keeps and what it leaves out, as data. Leaving out is by name and by size, never by guess, and is said.

/** How much is kept. */
export interface UndoLimits {
  /** A larger file is not kept. */
  readonly maxFileBytes: number;
  /** Content of the tree as it stands; files over it are not kept. */
  readonly maxTreeBytes: number;
  /** Entries of the tree; what lies beyond is not journaled. */
  readonly maxEntries: number;
  /** Content on disk for one workspace; the oldest turns are let go first. */
  readonly maxStoreBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_LIMITS: UndoLimits = {
  maxFileBytes: 8 * MEGABYTE,
  maxTreeBytes: 512 * MEGABYTE,
  maxEntries: 200_000,
  maxStoreBytes: 1024 * MEGABYTE,
};

/** Directories of version control, dependencies and caches: made anew by a command, or not ours to touch. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  "__pycache__",
  ".venv",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".gradle",
  ".next",
  ".nuxt",
  ".turbo",
  ".parcel-cache",
  ".cache",
]);

/** Files by which a directory says that it can be made anew. */
const MARKERS: ReadonlySet<string> = new Set(["CACHEDIR.TAG", "pyvenv.cfg"]);

/** A directory of this name is not journaled. */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name);
}

/** A directory with such an entry is not journaled. */
export function marksCache(name: string): boolean {
  return MARKERS.has(name);
}
