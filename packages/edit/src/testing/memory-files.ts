// Owns a file system in memory that can fail on demand, and one on disk, for tests of the executor.

import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EditFileSystem, FileState } from "../multi-file/file-system.ts";

/** Files by path; the n-th write operation (from 1) in `failures` rejects and changes nothing. */
export class MemoryFiles implements EditFileSystem {
  readonly files: Map<string, Uint8Array>;
  readonly log: string[] = [];
  readonly #failures: ReadonlySet<number>;

  constructor(
    files: Readonly<Record<string, string | Uint8Array>>,
    failures: Iterable<number> = [],
  ) {
    const entries = Object.entries(files).map(([path, content]): [string, Uint8Array] => [
      path,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    ]);
    this.files = new Map(entries);
    this.#failures = new Set(failures);
  }

  /** Every file as text, by path. */
  get texts(): Record<string, string> {
    return Object.fromEntries(
      [...this.files].map(([path, bytes]) => [
        path,
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
      ]),
    );
  }

  stateOf(path: string): FileState {
    const bytes = this.files.get(path);
    if (bytes !== undefined) return { kind: "file", bytes };
    const isDirectory = [...this.files.keys()].some((name) => name.startsWith(`${path}/`));
    return { kind: isDirectory ? "directory" : "missing" };
  }

  async read(path: string): Promise<FileState> {
    return this.stateOf(path);
  }

  async create(path: string, bytes: Uint8Array): Promise<void> {
    this.#step(`create ${path}`, this.files.has(path));
    this.files.set(path, bytes);
  }

  async replace(path: string, bytes: Uint8Array): Promise<void> {
    this.#step(`replace ${path}`, !this.files.has(path));
    this.files.set(path, bytes);
  }

  async move(from: string, to: string): Promise<void> {
    const bytes = this.files.get(from);
    this.#step(`move ${from} ${to}`, bytes === undefined || this.files.has(to));
    if (bytes !== undefined) this.files.set(to, bytes);
    this.files.delete(from);
  }

  async remove(path: string): Promise<void> {
    this.#step(`remove ${path}`, !this.files.has(path));
    this.files.delete(path);
  }

  #step(name: string, isWrong: boolean): void {
    this.log.push(name);
    if (isWrong) throw new Error(`${name}: wrong state`);
    if (this.#failures.has(this.log.length)) throw new Error("disk full");
  }
}

/** The same over a real directory. */
export function diskFiles(root: string): EditFileSystem {
  const at = (path: string) => join(root, path);
  return {
    async read(path) {
      const info = await stat(at(path)).catch(() => undefined);
      if (info === undefined) return { kind: "missing" };
      if (info.isDirectory()) return { kind: "directory" };
      return { kind: "file", bytes: await readFile(at(path)), mode: info.mode & 0o777 };
    },
    async create(path, bytes, mode) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), bytes, mode === undefined ? { flag: "wx" } : { flag: "wx", mode });
    },
    async replace(path, bytes) {
      const { mode } = await stat(at(path));
      await writeFile(`${at(path)}.new`, bytes, { mode });
      await rename(`${at(path)}.new`, at(path));
    },
    async move(from, to) {
      await mkdir(dirname(at(to)), { recursive: true });
      await rename(at(from), at(to));
    },
    async remove(path) {
      await rm(at(path));
    },
  };
}
