// Sessions in memory: nothing touches the disk, and a session can be gone on with as long as the storage lives.
import { posix } from "node:path";
import type { SessionStorage, SessionStorageWriter } from "./session-storage.ts";

interface Kept {
  lines: string[];
  mtimeMs: number;
}

/** Keeps sessions until it is let go of. */
export class MemorySessionStorage implements SessionStorage {
  readonly #files = new Map<string, Kept>();

  existsSync(path: string): boolean {
    return this.#files.has(path);
  }

  statSync(path: string): { readonly size: number; readonly mtimeMs: number } {
    const { lines, mtimeMs } = this.#require(path);
    return { size: Buffer.byteLength(lines.join("")), mtimeMs };
  }

  listFilesSync(folder: string, pattern: string): string[] {
    const glob = new Bun.Glob(pattern);
    return [...this.#files.keys()].filter(
      (path) => posix.dirname(path) === folder && glob.match(posix.basename(path)),
    );
  }

  /** Folders are part of a path and need not be made. */
  ensureDirSync(): void {}

  writeTextSync(path: string, text: string): void {
    this.#files.set(path, { lines: [text], mtimeMs: Date.now() });
  }

  async readText(path: string): Promise<string> {
    return this.#require(path).lines.join("");
  }

  async readTextPrefix(path: string, maxBytes: number): Promise<string> {
    return Buffer.from(await this.readText(path))
      .subarray(0, maxBytes)
      .toString("utf8");
  }

  async unlink(path: string): Promise<void> {
    this.#files.delete(path);
  }

  openWriter(path: string): SessionStorageWriter {
    if (!this.existsSync(path)) this.writeTextSync(path, "");
    const kept = this.#require(path);
    return {
      writeLine: (line) => {
        kept.lines.push(`${line}\n`);
        kept.mtimeMs = Date.now();
      },
      flush: () => {},
      fsync: () => {},
      close: () => {},
      getError: () => undefined,
    };
  }

  #require(path: string): Kept {
    const kept = this.#files.get(path);
    if (kept === undefined) throw new Error(`There is no session ${path}.`);
    return kept;
  }
}
