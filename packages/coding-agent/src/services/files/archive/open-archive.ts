// Which file of a path is an archive, and opening or changing it whatever its format.
import { readFileSync, statSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Archive, ArchiveError, MAX_UNPACKED_BYTES, normalizeEntryPath } from "./archive.ts";
import { type ByteSource, memorySource, openFileSource } from "./byte-source.ts";
import { openTar, writeTarEntry } from "./tar-archive.ts";
import { openZip } from "./zip-archive.ts";
import { writeZipEntry } from "./zip-write.ts";

/** A path that leads into an archive. */
export interface ArchiveTarget {
  readonly archive: string;
  /** What follows the archive's name, without the colon; empty for the archive itself. */
  readonly inside: string;
}

const ARCHIVE_NAME = /\.(?:zip|tar|tar\.gz|tgz)(?=:|$)/gi;

/** The possible splits of a path at an archive's name, the shortest archive path first. */
export function splitArchivePath(path: string): ArchiveTarget[] {
  return [...path.matchAll(ARCHIVE_NAME)].map((match) => {
    const end = match.index + match[0].length;
    return { archive: path.slice(0, end), inside: path.slice(end + 1) };
  });
}

/** Opens an archive file; throws ArchiveError. */
export function openArchive(path: string): Archive {
  switch (formatOf(path)) {
    case "zip":
      return withSource(openFileSource(path), openZip);
    case "tar":
      return withSource(openFileSource(path), openTar);
    case "tgz":
      return openTar(memorySource(unzip(path)));
  }
}

/** The bytes of the archive at `path`, which may not exist yet, with one member set. */
export function setArchiveEntry(
  path: string,
  inside: string,
  content: Uint8Array,
  nowMs: number,
): Uint8Array {
  const member = normalizeEntryPath(inside);
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const format = formatOf(path);
  if (format === "tgz") {
    const source = isThere ? memorySource(unzip(path)) : undefined;
    return gzipSync(writeTarEntry(source, member, content, nowMs));
  }
  using source = isThere ? openFileSource(path) : undefined;
  if (source !== undefined && source.size > MAX_UNPACKED_BYTES)
    throw new ArchiveError(
      `it is larger than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB; change it with bash`,
    );
  const write = format === "zip" ? writeZipEntry : writeTarEntry;
  return write(source, member, content, nowMs);
}

function formatOf(path: string): "zip" | "tar" | "tgz" {
  const name = path.toLowerCase();
  if (name.endsWith(".zip")) return "zip";
  return name.endsWith(".tar") ? "tar" : "tgz";
}

function unzip(path: string): Uint8Array {
  const { size } = statSync(path);
  const tooLarge = `it unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB; unpack it with bash`;
  if (size > MAX_UNPACKED_BYTES) throw new ArchiveError(tooLarge);
  try {
    return gunzipSync(readFileSync(path), { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new ArchiveError(isTooLarge ? tooLarge : "it is not a gzip file", { cause });
  }
}

function withSource(source: ByteSource, open: (source: ByteSource) => Archive): Archive {
  try {
    return open(source);
  } catch (error) {
    source[Symbol.dispose]();
    throw error;
  }
}
