// The disk as edit plans see it. Every change is refused when the file is not the one that was read.
import type { EditFileSystem, FileState } from "@oh-my-pi/pi-edit/multi-file/file-system";
import { link, mkdir, rename, unlink } from "node:fs/promises";
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { bytesInEditor, type OpenBuffers, writeInEditor } from "../editor/open-buffers.ts";
import { createFile, replaceFile } from "./replace-file.ts";
import { describeSystemError } from "./system-error.ts";
import { followLinks, identityOf } from "./write-target.ts";

/** Files over this size are not edited as text. */
const MAX_EDITED_BYTES = 64 * 1024 * 1024;

/**
 * An edit file system for one call; `resolve` turns a path of the call into an absolute one. What an editor has open is
 * read and written there.
 */
export function openDiskFiles(
  resolve: (path: string) => string,
  buffers?: OpenBuffers,
): EditFileSystem {
  const seen = new Map<string, string | undefined>();
  const refuseChange = (target: string): void => {
    if (seen.has(target) && seen.get(target) !== identityOf(target))
      throw new Error("it changed on disk while the edit was prepared");
  };
  const texts = new Map<string, Uint8Array>();
  const inEditor = async (path: string, state: FileState): Promise<FileState> => {
    if (state.kind !== "file") return state;
    const bytes = await bytesInEditor(buffers, path, state.bytes);
    texts.set(path, bytes);
    return { ...state, bytes };
  };
  const refuseTyping = async (path: string, target: string): Promise<void> => {
    const known = texts.get(path);
    if (buffers?.read === undefined || known === undefined) return;
    const now = await bytesInEditor(buffers, path, readFileSync(target));
    if (Buffer.compare(known, now) !== 0)
      throw new Error("it changed in the editor while the edit was prepared");
  };
  return {
    read: async (path) =>
      inWords(() => inEditor(resolve(path), readState(followLinks(resolve(path)), seen))),
    create: async (path, bytes, mode) =>
      inWords(async () => {
        const target = followLinks(resolve(path));
        createFile(target, bytes, mode);
        await writeInEditor(buffers, resolve(path), bytes);
      }),
    replace: async (path, bytes) =>
      inWords(async () => {
        const target = followLinks(resolve(path));
        await refuseTyping(resolve(path), target);
        if (await writeInEditor(buffers, resolve(path), bytes)) texts.set(resolve(path), bytes);
        else replaceFile(target, bytes, () => refuseChange(target));
        seen.set(target, identityOf(target));
      }),
    move: async (from, to) =>
      inWords(async () => {
        await moveFile(resolve(from), resolve(to));
        seen.clear();
      }),
    remove: async (path) => inWords(() => unlink(resolve(path))),
  };
}

function readState(target: string, seen: Map<string, string | undefined>): FileState {
  const stats = statSync(target, { throwIfNoEntry: false });
  seen.set(target, identityOf(target));
  if (stats === undefined) return { kind: "missing" };
  if (stats.isDirectory()) return { kind: "directory" };
  if (!stats.isFile()) throw new Error("it is not a regular file");
  if (stats.size > MAX_EDITED_BYTES)
    throw new Error(`it is larger than ${MAX_EDITED_BYTES / 1024 / 1024} MB`);
  return { kind: "file", bytes: readFileSync(target), mode: stats.mode & 0o7777 };
}

/** A link takes the new name first and fails where one exists; `rename` alone would overwrite it. */
async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw error;
    if (statSync(to, { throwIfNoEntry: false }) !== undefined)
      throw new Error("the new path exists already", { cause: error });
    return rename(from, to);
  }
  await unlink(from);
}

async function inWords<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Error(describeSystemError(error), { cause: error });
  }
}
