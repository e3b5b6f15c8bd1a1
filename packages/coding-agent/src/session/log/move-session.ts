// Moves a closed session with its artifacts to another project, and removes one. What goes wrong half way is
// undone; a session that is open somewhere is left alone.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type AppendFile, ioFailure, openAppendFile } from "../../platform/append-file.ts";
import { linesUnder, writeSessionFile } from "./copy-session.ts";
import { SESSION_VERSION, type SessionHeader } from "./entry.ts";
import { readHeader } from "./header-line.ts";
import { indexPath } from "./index-file.ts";
import { artifactsPath, type NewPlace } from "./session-place.ts";

/** Moves a session and returns its new file. Throws, with everything where it was, when that cannot be. */
export function moveSession(source: string, place: Omit<NewPlace, "now">): string {
  using held = openAppendFile({ path: source, platform: place.platform, expect: "existing" });
  const target = join(place.folder, basename(source));
  const content = linesUnder(movedHeader(held, place.cwd), asFile(held));
  if (target === source) {
    held.replace(content);
    return source;
  }
  using undo = new DisposableStack();
  writeSessionFile(target, content, place.platform);
  undo.defer(() => rmSync(target, { force: true }));
  if (existsSync(artifactsPath(source))) {
    moveFolder(artifactsPath(source), artifactsPath(target));
    undo.defer(() => moveFolder(artifactsPath(target), artifactsPath(source)));
  }
  remove(source);
  undo.move();
  rmSync(indexPath(source), { force: true });
  return target;
}

/** Removes a session: artifacts and index first, so that what fails half way can be asked for again. */
export function deleteSession(file: string, platform: NodeJS.Platform): void {
  using _held = openAppendFile({ path: file, platform, expect: "existing" });
  remove(artifactsPath(file));
  remove(indexPath(file));
  remove(file);
}

function movedHeader(held: AppendFile, cwd: string): SessionHeader {
  const { read } = asFile(held);
  const made: SessionHeader = {
    type: "session",
    version: SESSION_VERSION,
    id: basename(held.path, ".jsonl").replace(/^.*_/, ""),
    timestamp: new Date(0).toISOString(),
    cwd,
  };
  return { ...(readHeader(read) ?? made), cwd };
}

function asFile(held: AppendFile) {
  const read = (offset: number, length: number, target?: Buffer): Buffer =>
    held.read(offset, length, target);
  return { size: held.size, read };
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (cause) {
    throw ioFailure("remove", path, cause);
  }
}

/** Renames a folder; copies it where it goes to another disk. */
function moveFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw ioFailure("move", from, error);
    cpSync(from, to, { recursive: true, errorOnExist: true, force: false });
    rmSync(from, { recursive: true });
  }
}
