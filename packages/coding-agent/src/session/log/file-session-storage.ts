// Sessions in files, as omp keeps them, in the form of a storage: to be wrapped by storages that add something, such as
// encryption or a copy elsewhere.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/atomic-file.ts";
import { openOwnFile } from "../../platform/open-own-file.ts";
import type { SessionStorage, SessionStorageWriter } from "./session-storage.ts";

/** Files with the rights of their owner only; a whole session is replaced at once or not at all. */
export class FileSessionStorage implements SessionStorage {
  existsSync(path: string): boolean {
    return existsSync(path);
  }

  statSync(path: string): { readonly size: number; readonly mtimeMs: number } {
    const { size, mtimeMs } = statSync(path);
    return { size, mtimeMs };
  }

  listFilesSync(folder: string, pattern: string): string[] {
    if (!existsSync(folder)) return [];
    const glob = new Bun.Glob(pattern);
    const names = readdirSync(folder).filter((name) => glob.match(name));
    return names.map((name) => join(folder, name));
  }

  ensureDirSync(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  writeTextSync(path: string, text: string): void {
    this.ensureDirSync(dirname(path));
    writeFileAtomically(path, text);
  }

  readText(path: string): Promise<string> {
    return readFile(path, "utf8");
  }

  async readTextPrefix(path: string, maxBytes: number): Promise<string> {
    const fd = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(maxBytes);
      return bytes.toString("utf8", 0, readSync(fd, bytes, 0, maxBytes, 0));
    } finally {
      closeSync(fd);
    }
  }

  async unlink(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  openWriter(path: string): SessionStorageWriter {
    this.ensureDirSync(dirname(path));
    const fd = openOwnFile(path);
    let failure: Error | undefined;
    let isOpen = true;
    return {
      writeLine: (line) => {
        try {
          const bytes = Buffer.from(`${line}\n`, "utf8");
          for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
        } catch (error) {
          failure ??= error instanceof Error ? error : new Error(String(error));
          throw failure;
        }
      },
      flush: () => {},
      fsync: () => fsyncSync(fd),
      close: () => {
        if (isOpen) closeSync(fd);
        isOpen = false;
      },
      getError: () => failure,
    };
  }
}
