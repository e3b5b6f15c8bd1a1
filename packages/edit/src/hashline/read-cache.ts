// Owns what a session remembers of the files it has shown: a few versions of the most recently used
// paths, whole or line by line. It keeps text only; whether a file still looks so is not its concern.

import type { TextDocument } from "../document/text-document.ts";
import { snapshotDocument, snapshotLines, type Snapshot } from "./snapshot.ts";

export interface ReadCacheLimits {
  readonly maxPaths: number;
  readonly maxVersionsPerPath: number;
  /** Documents with more lines are not kept. */
  readonly maxLines: number;
}

const DEFAULT_LIMITS: ReadCacheLimits = { maxPaths: 30, maxVersionsPerPath: 4, maxLines: 200_000 };

/** One version of a file: everything, or the lines a search has shown. */
type Version =
  | { readonly kind: "whole"; readonly document: TextDocument }
  | { readonly kind: "sparse"; readonly lines: Map<number, string> };

/** Earlier texts by path and file hash, for {@link HashlineOptions.findSnapshot}. */
export class ReadCache {
  readonly #limits: ReadCacheLimits;
  readonly #paths = new Map<string, Map<string, Version>>();

  constructor(limits: Partial<ReadCacheLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Number of paths that are remembered. */
  get size(): number {
    return this.#paths.size;
  }

  /** Remembers a whole text; it takes the place of what was known under its hash. */
  recordDocument(path: string, document: TextDocument): void {
    if (document.lines.length > this.#limits.maxLines) return;
    this.#store(path, document.hash, { kind: "whole", document });
  }

  /**
   * Remembers some lines of the text with this hash. They join what is known under the hash, unless a
   * line contradicts it: then the older record is of another text and goes.
   */
  recordLines(
    path: string,
    fileHash: string,
    lines: Iterable<readonly [line: number, text: string]>,
  ): void {
    const seen = new Map(lines);
    const known = this.#paths.get(path)?.get(fileHash);
    if (known?.kind === "whole" && agrees(snapshotDocument(known.document), seen)) return;
    if (known?.kind === "sparse" && agrees(snapshotLines(known.lines), seen)) {
      for (const [line, text] of known.lines) seen.set(line, text);
    }
    this.#store(path, fileHash, { kind: "sparse", lines: seen });
  }

  /** What is known of a file under a hash. */
  find(path: string, fileHash: string): Snapshot | undefined {
    const version = this.#paths.get(path)?.get(fileHash);
    if (version === undefined) return undefined;
    return version.kind === "whole"
      ? snapshotDocument(version.document)
      : snapshotLines(version.lines);
  }

  forget(path: string): void {
    this.#paths.delete(path);
  }

  #store(path: string, fileHash: string, version: Version): void {
    const versions = this.#paths.get(path) ?? new Map<string, Version>();
    versions.delete(fileHash);
    versions.set(fileHash, version);
    dropOldest(versions, this.#limits.maxVersionsPerPath);
    this.#paths.delete(path);
    this.#paths.set(path, versions);
    dropOldest(this.#paths, this.#limits.maxPaths);
  }
}

function agrees(known: Snapshot, seen: ReadonlyMap<number, string>): boolean {
  for (const [line, text] of seen) {
    const before = known.textAt(line);
    const isContradicted = before === undefined ? known.lineCount !== undefined : before !== text;
    if (isContradicted) return false;
  }
  return true;
}

function dropOldest(entries: Map<string, unknown>, limit: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(key);
  }
}
