// Brings files from one state to another on disk: what goes first, what comes after, nothing through a link. Every step can
// be repeated. Whether a change may be made is decided before.
import {
  chmodSync,
  closeSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { SwapFiles } from "../../platform/swap-files.ts";
import type { FileChange, FileState } from "./file-state.ts";

export interface ApplyOptions {
  readonly root: string;
  /** Name of the file that holds new content until it takes its place; nobody else uses it. */
  readonly temporaryName: string;
  readonly read: (hash: string) => Uint8Array | undefined;
  /** Lets two files change places; where it cannot, one is renamed over the other. */
  readonly swap: SwapFiles;
  /** Called after each change to the disk. */
  readonly onApplied?: (change: FileChange) => void;
}

/** What became of some changes. */
export interface Applied {
  /** Directories that stay because somebody else's files are in them. */
  readonly kept: readonly string[];
}

/** Makes all changes. Throws at the first that the system refuses; `onApplied` has heard of those before. */
export function applyChanges(changes: readonly FileChange[], options: ApplyOptions): Applied {
  const sorted = changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const kept: string[] = [];
  for (const { path, before, after } of sorted)
    if (before.kind === "directory" && after.kind === "directory")
      makeDirectory(`${options.root}/${path}`, after.mode);
  for (const change of sorted.toReversed().filter(mustGoFirst)) {
    const isKept = !remove(change, options);
    if (isKept) kept.push(change.path);
    else options.onApplied?.(change);
  }
  const folders = new Set<string>();
  for (const change of sorted.filter(({ after }) => after.kind !== "absent")) {
    prepareFolder(change.path, folders, options.root);
    create(change, options);
    options.onApplied?.(change);
  }
  // A closed directory is closed last: what belongs into it is there by now.
  for (const { path, after } of sorted.toReversed())
    if (after.kind === "directory") chmodSync(`${options.root}/${path}`, after.mode);
  return { kept };
}

/** Removes what a process that died left behind. */
export function sweepTemporary(changes: readonly FileChange[], options: ApplyOptions): void {
  const { root, temporaryName } = options;
  for (const folder of new Set(changes.map(({ path }) => dirname(path))))
    rmSync(`${root}/${folder}/${temporaryName}`, { force: true });
}

/** A file gives way to a file in one step; to and from a directory there is no such step. */
function mustGoFirst({ before, after }: FileChange): boolean {
  if (before.kind === "absent") return false;
  return after.kind === "absent" || (before.kind === "directory") !== (after.kind === "directory");
}

/** False when a directory has to stay. */
function remove({ path, before, after }: FileChange, { root }: ApplyOptions): boolean {
  const absolute = `${root}/${path}`;
  if (!hasRealParents(root, path)) return true;
  try {
    if (before.kind === "directory") rmdirSync(absolute);
    else unlinkSync(absolute);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return true;
    const isOccupied = code === "ENOTEMPTY" || code === "EEXIST";
    if (!isOccupied || after.kind !== "absent") throw error;
    return false;
  }
  return true;
}

/** The directory of a path is there and no link leads to it; asked once for each directory. */
function prepareFolder(path: string, prepared: Set<string>, root: string): void {
  const folder = dirname(path);
  if (prepared.has(folder)) return;
  mkdirSync(`${root}/${folder}`, { recursive: true });
  if (!hasRealParents(root, path))
    throw new Error(`${path} lies behind a link now; nothing is written through it`);
  prepared.add(folder);
}

function create({ path, before, after }: FileChange, options: ApplyOptions): void {
  const absolute = `${options.root}/${path}`;
  if (after.kind === "directory") {
    makeDirectory(absolute, after.mode);
    return;
  }
  const temporary = `${dirname(absolute)}/${options.temporaryName}`;
  try {
    write(temporary, after, options);
    if (before.kind !== "absent" && options.swap(temporary, absolute)) unlinkSync(temporary);
    else renameSync(temporary, absolute);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Open for its owner until everything is in it. */
function makeDirectory(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) chmodSync(path, mode | 0o700);
  else mkdirSync(path, { mode: mode | 0o700 });
}

function write(temporary: string, after: FileState, { read }: ApplyOptions): void {
  if (after.kind === "link") {
    symlinkSync(after.target, temporary);
    return;
  }
  const bytes = after.kind === "file" ? read(after.hash) : undefined;
  if (after.kind !== "file" || bytes === undefined)
    throw new Error("the earlier content is no longer kept");
  const fd = openSync(temporary, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
    fchmodSync(fd, after.mode);
  } finally {
    closeSync(fd);
  }
}

/** Every directory above is a directory itself, not a link to one. */
function hasRealParents(root: string, path: string): boolean {
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const stats = lstatSync(`${root}/${path.slice(0, at)}`, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) return false;
  }
  return true;
}
