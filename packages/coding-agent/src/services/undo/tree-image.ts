// The tree as the journal last saw it: a state for every path, brought up to date by looking at what may have changed. It
// keeps the content it reads by `keep` and knows nothing of turns.
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { isLeftOut, marksCache, type UndoLimits } from "./coverage.ts";
import type { DirtyPaths } from "./dirty-paths.ts";
import { ABSENT, type FileChange, type FileState, isSameState } from "./file-state.ts";

/** A state, and the stamp by which an untouched file is known without reading it. */
export interface KnownFile {
  readonly state: FileState;
  readonly stamp: string;
}

export interface TreeImageOptions {
  readonly root: string;
  readonly limits: UndoLimits;
  /** Keeps content; gives its hash. */
  readonly keep: (bytes: Uint8Array) => string;
  /** Called for every directory that is part of the image. */
  readonly onDirectory: (path: string) => void;
  /** Relative paths that are never part of it. */
  readonly excluded: ReadonlySet<string>;
}

/** Stamps younger than this say nothing: a second change in the same tick would not show. */
const RACY_MS = 2000;
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The image of one tree. Paths are relative, with slashes; `""` is the root. */
export class TreeImage {
  readonly #options: TreeImageOptions;
  readonly #known: Map<string, KnownFile>;
  readonly #leftOut = new Set<string>();
  readonly #unsaved = new Set<string>();
  #keptBytes = 0;

  constructor(options: TreeImageOptions, known: Map<string, KnownFile>) {
    this.#options = options;
    this.#known = known;
    for (const { state } of known.values()) this.#keptBytes += sizeOf(state);
  }

  /** Directories that are not journaled, as far as they were met. */
  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** More entries than are journaled. */
  get isFull(): boolean {
    return this.#known.size >= this.#options.limits.maxEntries;
  }

  get size(): number {
    return this.#known.size;
  }

  stateOf(path: string): FileState {
    return this.#known.get(path)?.state ?? ABSENT;
  }

  /** What is known anew since the last time, for whoever keeps it; undefined for what is gone. */
  takeUnsaved(): [string, KnownFile | undefined][] {
    const taken = [...this.#unsaved].map((path): [string, KnownFile | undefined] => [
      path,
      this.#known.get(path),
    ]);
    this.#unsaved.clear();
    return taken;
  }

  /** Looks at what may have changed; yields between files, returns what did. */
  *refresh({ paths, trees }: DirtyPaths): Generator<void, FileChange[]> {
    const pass = new Pass(trees);
    for (const path of paths) {
      if (isWithin(trees, path) || isWithin(this.#leftOut, path)) continue;
      this.#look(path, pass);
      yield;
    }
    for (let path = pass.stack.pop(); path !== undefined; path = pass.stack.pop()) {
      this.#visit(path, pass);
      yield;
    }
    this.#dropUnseen(pass);
    return pass.changes;
  }

  /** Looks at one path now, as at any other; gives its state. */
  inspect(path: string): FileState {
    this.#look(path, new Pass(new Set()));
    return this.stateOf(path);
  }

  #visit(path: string, pass: Pass): void {
    if (pass.seen.has(path)) return;
    if (path !== "" && (this.#isOutside(path) || !this.#look(path, pass))) return;
    const { root } = this.#options;
    this.#options.onDirectory(path);
    let names: string[];
    try {
      names = readdirSync(path === "" ? root : `${root}/${path}`);
    } catch (error) {
      if (!isGone(error)) pass.unreadable.add(path);
      return;
    }
    if (path !== "" && names.some(marksCache)) {
      this.#leftOut.add(path);
      return;
    }
    for (const name of names) pass.stack.push(path === "" ? name : `${path}/${name}`);
  }

  #isOutside(path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const isOut = isLeftOut(name) || this.#options.excluded.has(path) || name.includes("\ufffd");
    if (isOut) this.#leftOut.add(path);
    return isOut;
  }

  /** True when the path is a directory. */
  #look(path: string, pass: Pass): boolean {
    pass.seen.add(path);
    const before = this.#known.get(path);
    const stats = statusOf(`${this.#options.root}/${path}`);
    if (before === undefined && (this.isFull || stats === undefined)) return false;
    const stamp = stats === undefined ? "" : stampOf(stats);
    if (before?.stamp === stamp) return before.state.kind === "directory";
    const state = stats === undefined ? ABSENT : this.#read(path, stats, sizeOf(before?.state));
    const old = before?.state ?? ABSENT;
    this.#set(path, state, stats !== undefined && isRacy(stats) ? `${stamp}?` : stamp);
    const isDirectory = state.kind === "directory";
    if (isDirectory !== (old.kind === "directory") && !isWithin(pass.roots, path)) {
      pass.roots.add(path);
      if (isDirectory) {
        pass.stack.push(path);
        pass.seen.delete(path);
      }
    }
    if (!isSameState(old, state)) pass.changes.push({ path, before: old, after: state });
    return isDirectory;
  }

  #read(path: string, stats: Stats, oldSize: number): FileState {
    const absolute = `${this.#options.root}/${path}`;
    const mode = stats.mode & 0o7777;
    if (stats.isDirectory()) return { kind: "directory", mode };
    const opaque = (reason: string): FileState => ({
      kind: "opaque",
      reason,
      stamp: stampOf(stats),
    });
    try {
      if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(absolute) };
      if (!stats.isFile()) return opaque("it is neither a file, a link nor a directory");
      const { maxFileBytes, maxTreeBytes } = this.#options.limits;
      if (stats.size > maxFileBytes)
        return opaque(`it is larger than the ${megabytes(maxFileBytes)} that are kept of a file`);
      if (this.#keptBytes - oldSize + stats.size > maxTreeBytes)
        return opaque(`the tree is larger than the ${megabytes(maxTreeBytes)} that are kept`);
      const bytes = readPlain(absolute);
      return { kind: "file", mode, size: bytes.length, hash: this.#options.keep(bytes) };
    } catch (error) {
      if (isGone(error)) return ABSENT;
      return opaque(`it could not be read (${(error as NodeJS.ErrnoException).code ?? "failed"})`);
    }
  }

  #dropUnseen(pass: Pass): void {
    if (pass.roots.size === 0) return;
    for (const [path, { state }] of this.#known) {
      if (pass.seen.has(path) || !isWithin(pass.roots, path)) continue;
      if (isWithin(pass.unreadable, path)) continue;
      this.#set(path, ABSENT, "");
      if (isWithin(this.#leftOut, path)) continue;
      pass.changes.push({ path, before: state, after: ABSENT });
    }
  }

  #set(path: string, state: FileState, stamp: string): void {
    this.#keptBytes += sizeOf(state) - sizeOf(this.#known.get(path)?.state);
    if (state.kind === "absent") this.#known.delete(path);
    else this.#known.set(path, { state, stamp });
    this.#unsaved.add(path);
  }
}

/** One time of looking. */
class Pass {
  readonly changes: FileChange[] = [];
  readonly seen = new Set<string>();
  readonly unreadable = new Set<string>();
  readonly roots: Set<string>;
  readonly stack: string[];

  constructor(trees: ReadonlySet<string>) {
    this.roots = new Set(trees);
    this.stack = [...trees];
  }
}

/** A path, or one of the directories it lies in, is among them. */
function isWithin(directories: ReadonlySet<string>, path: string): boolean {
  if (directories.size === 0) return false;
  if (directories.has("") || directories.has(path)) return true;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    if (directories.has(path.slice(0, at))) return true;
  return false;
}

/** Reads what is no link; a link that took its place meanwhile is refused. */
function readPlain(path: string): Buffer {
  const fd = openSync(path, READ_FLAGS);
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP";
}

function stampOf({ mode, size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${mode}:${size}:${mtimeMs}:${ctimeMs}:${ino}`;
}

function isRacy({ mtimeMs, ctimeMs }: Stats): boolean {
  return Date.now() - Math.max(mtimeMs, ctimeMs) < RACY_MS;
}

function sizeOf(state: FileState | undefined): number {
  return state?.kind === "file" ? state.size : 0;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 102.4) / 10} MB`;
}
