// A file that only grows, with one writer. What `append` returned from is in the file and survives the
// death of this process; what `sync` resolved for survives the death of the machine. A write that fails
// leaves the file as it was.
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { tryLock } from "./file-lock.ts";
import { syncDirectory } from "./sync-directory.ts";

/** Why a file could not be opened or written; `code` is the system's, where it has one. */
export class AppendFileError extends Error {
  readonly reason: "locked" | "changed" | "io";
  readonly code: string | undefined;

  constructor(reason: "locked" | "changed" | "io", message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AppendFileError";
    this.reason = reason;
    this.code = (options?.cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/** What could not be done with a file, and why, in plain words. */
export function ioFailure(what: string, path: string, cause: unknown): AppendFileError {
  return new AppendFileError("io", `Cannot ${what} ${path}: ${describe(cause)}`, { cause });
}

export interface OpenAppendFile {
  readonly path: string;
  readonly platform: NodeJS.Platform;
  /** `new` refuses what is already there, `existing` what is not; by default either will do. */
  readonly expect?: "new" | "existing";
}

/** Opens for appending and takes the writer's lock, or throws AppendFileError. */
export function openAppendFile(options: OpenAppendFile): AppendFile {
  const { path, platform } = options;
  for (;;) {
    const fd = openForAppend(options);
    const lock = tryLock(fd, platform);
    if (lock === "held") {
      closeSync(fd);
      throw new AppendFileError("locked", `${path} is open for writing in another process.`);
    }
    // Between open and lock another writer may have replaced the file; then its name means another one.
    if (fstatSync(fd).ino === inodeOf(path)) {
      // Left by a writer that died while it replaced the file; whoever holds the lock is the only one.
      if (existsSync(replacementPath(path))) rmSync(replacementPath(path), { force: true });
      return new AppendFile(path, fd, platform);
    }
    closeSync(fd);
  }
}

function openForAppend({ path, expect }: OpenAppendFile): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
  const open = (creation: number): number => openSync(path, O_RDWR | O_APPEND | creation, 0o600);
  try {
    if (expect === "existing" || (expect !== "new" && existsSync(path))) return open(0);
    if (!existsSync(dirname(path))) makeFolder(dirname(path));
    // Never through a link that leads nowhere yet.
    return open(O_CREAT | O_EXCL);
  } catch (cause) {
    throw ioFailure("open", path, cause);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    // Only a file in the way makes a folder "exist" here.
    const isInTheWay = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw isInTheWay ? Object.assign(new Error("not a directory"), { code: "ENOTDIR" }) : cause;
  }
}

/** The open file. Not to be shared: one instance, one writer. */
export class AppendFile implements Disposable {
  readonly path: string;
  readonly #platform: NodeJS.Platform;
  #fd: number;
  #size: number;
  #isClosed = false;
  #closeFailure: unknown = null;
  /** Half-written bytes are still behind the end of what counts. */
  #hasRemains = false;
  /** The directory is known to hold the file's name even after a power cut. */
  #isNameDurable = false;
  /** Waiting for the sync that runs now, and for the one after it. */
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string, fd: number, platform: NodeJS.Platform) {
    this.path = path;
    this.#fd = fd;
    this.#platform = platform;
    this.#size = fstatSync(fd).size;
  }

  /** Bytes that are in the file. */
  get size(): number {
    return this.#size;
  }

  /** Writes all of `text` or nothing; throws AppendFileError and may be called again later. */
  append(text: string): void {
    if (this.#isClosed) throw new AppendFileError("io", `${this.path} is closed.`);
    const bytes = Buffer.from(text, "utf8");
    if (this.#hasRemains) this.cutTo(this.#size);
    this.#refuseForeignChange();
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch (cause) {
      this.#takeBack();
      throw this.#failed("write to", cause);
    }
    this.#size += bytes.length;
  }

  /** Resolves once everything appended before the call is on the disk; calls are grouped. */
  sync(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#running === undefined) {
      this.#running = this.#syncNow().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.sync();
      });
    return this.#next;
  }

  /** Cuts the file to `size` bytes; used to drop a torn last line before the first append. */
  cutTo(size: number): void {
    try {
      ftruncateSync(this.#fd, size);
    } catch (cause) {
      throw this.#failed("cut", cause);
    }
    this.#size = size;
    this.#hasRemains = false;
  }

  /** Replaces the whole content at once; readers and a crash see the old bytes or the new ones. */
  replace(content: Iterable<Uint8Array>): void {
    if (this.#hasRemains) this.cutTo(this.#size);
    this.#refuseForeignChange();
    const temporary = replacementPath(this.path);
    let fd: number | undefined;
    let size = 0;
    try {
      rmSync(temporary, { force: true });
      fd = openSync(temporary, "ax+", fstatSync(this.#fd).mode & 0o777);
      for (const piece of content) {
        for (let at = 0; at < piece.length;) at += writeSync(fd, piece, at);
        size += piece.length;
      }
      fsyncSync(fd);
      // Locked before it gets the name, so that there is no moment without a lock.
      tryLock(fd, this.#platform);
      renameSync(temporary, this.path);
    } catch (cause) {
      if (fd !== undefined) closeSync(fd);
      rmSync(temporary, { force: true });
      throw this.#failed("rewrite", cause);
    }
    closeSync(this.#fd);
    this.#fd = fd;
    this.#size = size;
    this.#isNameDurable = false;
  }

  /** Reads a part of the file, into the beginning of `target` where one is given. */
  read(offset: number, length: number, target?: Buffer): Buffer {
    const buffer = target ?? Buffer.allocUnsafe(length);
    let at = 0;
    while (at < length) {
      const count = readSync(this.#fd, buffer, at, length - at, offset + at);
      if (count === 0) break;
      at += count;
    }
    return buffer.subarray(0, at);
  }

  close(): void {
    if (this.#isClosed) return;
    if (this.#running !== undefined) this.#flushForWaiting();
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #syncNow(): Promise<void> {
    const fd = this.#fd;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fdatasync(fd, (cause) => {
      // What was closed was flushed before, and so was what took the place of a replaced file.
      const isMoot = this.#isClosed || fd !== this.#fd;
      const failure = this.#closeFailure ?? (isMoot ? null : cause);
      if (failure === null) resolve();
      else reject(this.#failed("flush", failure));
    });
    await promise;
    if (this.#isNameDurable || this.#isClosed) return;
    syncDirectory(dirname(this.path));
    this.#isNameDurable = true;
  }

  /** Whoever waits for a flush is told the truth when the file closes under it. */
  #flushForWaiting(): void {
    try {
      fdatasyncSync(this.#fd);
    } catch (cause) {
      this.#closeFailure = cause;
    }
  }

  #refuseForeignChange(): void {
    const { size, nlink } = fstatSync(this.#fd);
    if (size === this.#size && nlink > 0) return;
    const what = nlink === 0 ? "was deleted" : "was changed by another program";
    throw new AppendFileError("changed", `${this.path} ${what} while it was open.`);
  }

  /** After a failed write: drop the half-written bytes, so that no torn line stays behind. */
  #takeBack(): void {
    try {
      this.cutTo(this.#size);
    } catch {
      // The disk refuses even that: tried again before the next append, and by whoever opens the file.
      this.#hasRemains = true;
    }
  }

  #failed(what: string, cause: unknown): AppendFileError {
    return ioFailure(what, this.path, cause);
  }
}

/** Where new content is gathered before it takes the place of the old. */
function replacementPath(path: string): string {
  return `${path}.tmp`;
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function describe(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return (
    (code !== undefined && REASONS[code]) ||
    (cause instanceof Error ? cause.message : String(cause))
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EFBIG: "it would become larger than allowed",
  EIO: "the disk reported an error",
  ENOENT: "it does not exist",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "part of its path is not a directory",
  EEXIST: "it already exists",
};
