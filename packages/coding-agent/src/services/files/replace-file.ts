// Puts bytes into a file as a whole. A rename does it in one step; where a rename would change more than
// the content (hard links, a foreign owner, a folder that is closed), the file is overwritten in place.
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";

/** Codes of a failed temporary file or rename after which writing in place may still work. */
const IN_PLACE_AFTER: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EBUSY", "EXDEV", "EROFS"]);

/** Called when the new bytes are ready and the file is about to change; throwing leaves it as it is. */
export type BeforeSwap = () => void;

/** Replaces the content of an existing file that is no link; mode, owner and hard links stay. */
export function replaceFile(path: string, bytes: Uint8Array, beforeSwap?: BeforeSwap): void {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it is not a regular file");
  if (stats.nlink > 1) return overwrite(path, bytes, beforeSwap);
  try {
    swap(path, bytes, stats, beforeSwap);
  } catch (error) {
    if (!(error instanceof SwapRefused)) throw error;
    overwrite(path, bytes, beforeSwap);
  }
}

/** Makes a file and its directories; rejects a path that exists. */
export function createFile(path: string, bytes: Uint8Array, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, "wx", 0o666);
  try {
    writeAll(fd, bytes);
    if (mode !== undefined) fchmodSync(fd, mode & 0o7777);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

class SwapRefused extends Error {}

function swap(path: string, bytes: Uint8Array, stats: Stats, beforeSwap?: BeforeSwap): void {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
  try {
    writeTemporary(temporary, bytes, stats);
    beforeSwap?.();
    trySystemCall(() => renameSync(temporary, path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeTemporary(temporary: string, bytes: Uint8Array, stats: Stats): void {
  const fd = trySystemCall(() => openSync(temporary, "wx", 0o600));
  try {
    writeAll(fd, bytes);
    const own = statSync(temporary);
    if (own.uid !== stats.uid || own.gid !== stats.gid)
      trySystemCall(() => fchownSync(fd, stats.uid, stats.gid));
    fchmodSync(fd, stats.mode & 0o7777);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Not one step: should it fail half way, the old bytes are put back. */
function overwrite(path: string, bytes: Uint8Array, beforeSwap?: BeforeSwap): void {
  const before = readFileSync(path);
  const fd = openSync(path, "r+");
  try {
    beforeSwap?.();
    try {
      setContent(fd, bytes);
    } catch (error) {
      setContent(fd, before);
      throw error;
    }
  } finally {
    closeSync(fd);
  }
}

function setContent(fd: number, bytes: Uint8Array): void {
  writeAll(fd, bytes);
  ftruncateSync(fd, bytes.length);
  fsyncSync(fd);
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
}

function trySystemCall<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && IN_PLACE_AFTER.has(code))
      throw new SwapRefused(code, { cause: error });
    throw error;
  }
}
