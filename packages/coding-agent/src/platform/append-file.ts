// A file that only grows, with one writer. What `append` returned from is in the file and survives the
// death of this process; what `sync` resolved for survives the death of the machine. A write that fails
// leaves the file as it was.
import {
  closeSync,
  constants,
  fdatasync,
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

export interface OpenAppendFile {
  readonly path: string;
  readonly platform: NodeJS.Platform;
  /** Refuse to open what is already there. */
  readonly mustBeNew?: boolean;
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
    if (fstatSync(fd).ino === inodeOf(path)) return new AppendFile(path, fd, platform);
    closeSync(fd);
  }
}

function openForAppend({ path, mustBeNew }: OpenAppendFile): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, O_RDWR | O_APPEND | O_CREAT | (mustBeNew ? O_EXCL : 0), 0o600);
  } catch (cause) {
    throw new AppendFileError("io", `Cannot open ${path} for writing: ${describe(cause)}`, {
      cause,
    });
  }
}

/** The open file. Not to be shared: one instance, one writer. */
export class AppendFile implements Disposable {
  readonly path: string;
  readonly #platform: NodeJS.Platform;
  #fd: number;
  #size: number;
  #isClosed = false;
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
    this.#refuseForeignChange();
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch (cause) {
      this.#takeBack();
      throw new AppendFileError("io", `Cannot write to ${this.path}: ${describe(cause)}`, {
        cause,
      });
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
    ftruncateSync(this.#fd, size);
    this.#size = size;
  }

  /** Replaces the whole content at once; readers and a crash see the old bytes or the new ones. */
  replace(content: Uint8Array): void {
    this.#refuseForeignChange();
    const temporary = `${this.path}.${crypto.randomUUID()}.tmp`;
    const fd = openSync(temporary, "ax+", fstatSync(this.#fd).mode & 0o777);
    try {
      for (let at = 0; at < content.length;) at += writeSync(fd, content, at);
      fsyncSync(fd);
      // Locked before it gets the name, so that there is no moment without a lock.
      tryLock(fd, this.#platform);
      renameSync(temporary, this.path);
    } catch (cause) {
      closeSync(fd);
      rmSync(temporary, { force: true });
      throw new AppendFileError("io", `Cannot rewrite ${this.path}: ${describe(cause)}`, { cause });
    }
    closeSync(this.#fd);
    this.#fd = fd;
    this.#size = content.length;
  }

  /** Reads a part of the file. */
  read(offset: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(length);
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
    this.#isClosed = true;
    closeSync(this.#fd);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #syncNow(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fdatasync(this.#fd, (cause) => {
      if (cause === null || this.#isClosed) resolve();
      else
        reject(
          new AppendFileError("io", `Cannot flush ${this.path}: ${describe(cause)}`, { cause }),
        );
    });
    return promise;
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
      ftruncateSync(this.#fd, this.#size);
    } catch {
      // The disk refuses even that; loading cuts a torn last line, so nothing acknowledged is at risk.
    }
  }
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
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "part of its path is not a directory",
  EEXIST: "it already exists",
};
