// Where sessions can be kept besides files: what a storage must be able to do. Paths are names to it, with `/` between
// folders; what it does with them is its own.

/** Writes the lines of one session, in the order they are given. */
export interface SessionStorageWriter {
  /** Adds one line, given without its break. What this throws, or later rejects with, is a failed write. */
  writeLine(line: string): void | Promise<void>;
  /** Resolves once everything is out of this process. */
  flush(): void | Promise<void>;
  /** Resolves once everything survives a power cut. */
  fsync(): void | Promise<void>;
  close(): void | Promise<void>;
  /** The first failure, if there was one. */
  getError(): Error | undefined;
}

/** A place for sessions. One session is written by one process at a time; a storage for several must see to that. */
export interface SessionStorage {
  existsSync(path: string): boolean;
  statSync(path: string): { readonly size: number; readonly mtimeMs: number };
  /** Paths of what lies directly in a folder and fits a glob such as `*.jsonl`; none for a folder that is not there. */
  listFilesSync(folder: string, pattern: string): string[];
  ensureDirSync(folder: string): void;
  /** Replaces a whole session, lines that are still on their way included. */
  writeTextSync(path: string, text: string): void;
  readText(path: string): Promise<string>;
  /** The beginning, cut off after so many bytes. */
  readTextPrefix(path: string, maxBytes: number): Promise<string>;
  unlink(path: string): Promise<void>;
  /** Opens for adding lines at the end. */
  openWriter(path: string): SessionStorageWriter;
}
