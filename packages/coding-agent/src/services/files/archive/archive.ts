// What an archive is to its readers, whatever its format.

export interface ArchiveEntry {
  /** With forward slashes, without a leading or trailing one. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Bytes once unpacked. */
  readonly size: number;
  readonly modifiedMs?: number;
}

/** An open archive. */
export interface Archive extends Disposable {
  readonly entries: readonly ArchiveEntry[];
  /** Unpacks one entry; throws ArchiveError when that cannot be done. */
  read(entry: ArchiveEntry): Uint8Array;
}

/** Why an archive cannot be read or written; the message is for people and models. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ArchiveError";
  }
}

/** Members over this size are not unpacked. */
export const MAX_ENTRY_BYTES = 32 * 1024 * 1024;
/** Compressed tar files over this size are not unpacked. */
export const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

/** A path inside an archive in its one form. */
export function normalizeEntryPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
