// Zip files: reading one member without unpacking the others.
import { inflateRawSync } from "node:zlib";
import {
  type Archive,
  type ArchiveEntry,
  ArchiveError,
  MAX_ENTRY_BYTES,
  normalizeEntryPath,
} from "./archive.ts";
import type { ByteSource } from "./byte-source.ts";
import { readZipDirectory, type ZipRecord } from "./zip-directory.ts";

const LOCAL_HEADER_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;

interface ZipEntry extends ArchiveEntry {
  readonly record: ZipRecord;
}

/** Opens a zip file; the source is closed with the archive. */
export function openZip(source: ByteSource): Archive {
  const entries = readZipDirectory(source).records.map((record): ZipEntry => ({
    path: normalizeEntryPath(record.name),
    isDirectory: record.name.endsWith("/"),
    size: record.size,
    modifiedMs: record.modifiedMs,
    record,
  }));
  return {
    entries,
    read: (entry) => unpack(source, (entry as ZipEntry).record),
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}

function unpack(source: ByteSource, record: ZipRecord): Uint8Array {
  if ((record.flags & ENCRYPTED_FLAG) !== 0) throw new ArchiveError("it is encrypted");
  if (record.size > MAX_ENTRY_BYTES || record.packedSize > MAX_ENTRY_BYTES)
    throw new ArchiveError(
      `it is larger than ${MAX_ENTRY_BYTES / 1024 / 1024} MB; unpack it with bash`,
    );
  const header = Buffer.from(source.read(record.headerOffset, LOCAL_HEADER_SIZE));
  if (header.length < LOCAL_HEADER_SIZE) throw new ArchiveError("it is cut off");
  const start =
    record.headerOffset + LOCAL_HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = source.read(start, record.packedSize);
  if (record.method === STORED) return packed;
  if (record.method !== DEFLATED)
    throw new ArchiveError(`its compression (method ${record.method}) is not supported`);
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch (cause) {
    throw new ArchiveError("its data is damaged", { cause });
  }
}
