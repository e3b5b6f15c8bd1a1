// The central directory of a zip file: finding it and reading its records. Knows nothing of contents.
import { ArchiveError } from "./archive.ts";
import type { ByteSource } from "./byte-source.ts";

/** One record of the directory, with its bytes as they stand in the file. */
export interface ZipRecord {
  readonly name: string;
  readonly method: number;
  readonly flags: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly headerOffset: number;
  readonly modifiedMs: number;
  /** The record itself, for copying. */
  readonly raw: Uint8Array;
}

export interface ZipDirectory {
  readonly records: readonly ZipRecord[];
  /** Where the directory begins: all contents lie before it. */
  readonly offset: number;
}

const END_SIGNATURE = 0x06054b50;
const RECORD_SIGNATURE = 0x02014b50;
const END_SIZE = 22;
const RECORD_SIZE = 46;
const MAX_COMMENT = 0xffff;

/** Reads the directory; throws ArchiveError when there is none or it is of a kind that is not supported. */
export function readZipDirectory(source: ByteSource): ZipDirectory {
  const { count, size, offset } = findEnd(source);
  const bytes = source.read(offset, size);
  const view = viewOf(bytes);
  const records: ZipRecord[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + RECORD_SIZE > bytes.length || view.getUint32(at, true) !== RECORD_SIGNATURE)
      throw new ArchiveError("its directory is damaged");
    const length =
      RECORD_SIZE +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
    records.push(readRecord(bytes.subarray(at, at + length)));
    at += length;
  }
  return { records, offset };
}

function readRecord(raw: Uint8Array): ZipRecord {
  const view = viewOf(raw);
  const flags = view.getUint16(8, true);
  const nameBytes = raw.subarray(RECORD_SIZE, RECORD_SIZE + view.getUint16(28, true));
  return {
    name: decodeName(nameBytes),
    method: view.getUint16(10, true),
    flags,
    crc: view.getUint32(16, true),
    packedSize: view.getUint32(20, true),
    size: view.getUint32(24, true),
    headerOffset: view.getUint32(42, true),
    modifiedMs: fromDosTime(view.getUint16(12, true), view.getUint16(14, true)),
    raw,
  };
}

function findEnd(source: ByteSource): { count: number; size: number; offset: number } {
  const length = Math.min(source.size, END_SIZE + MAX_COMMENT);
  const tail = source.read(source.size - length, length);
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const count = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 12, true);
    const offset = view.getUint32(at + 16, true);
    if (count === 0xffff || offset === 0xffffffff)
      throw new ArchiveError("it is a zip64 archive; unpack it with bash");
    if (offset + size > source.size) continue;
    return { count, size, offset };
  }
  throw new ArchiveError("it is not a zip file");
}

/** Names are UTF-8 today; older ones are taken byte by byte. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

function fromDosTime(time: number, date: number): number {
  return Date.UTC(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  );
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
