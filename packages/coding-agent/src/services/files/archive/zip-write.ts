// Puts one member into a zip file; all others are copied byte for byte.
import { crc32, deflateRawSync } from "node:zlib";
import { ArchiveError, normalizeEntryPath } from "./archive.ts";
import type { ByteSource } from "./byte-source.ts";
import { readZipDirectory } from "./zip-directory.ts";

const DEFLATED = 8;
const UTF8_NAME = 0x0800;
const VERSION = 20;
const MADE_ON_UNIX = 0x031e;
const FILE_MODE = 0o100644;
const MAX_ENTRIES = 0xfffe;
const OFFSET_IN_RECORD = 42;
const MAX_SIZE = 0xffff_ffff;

/** The bytes of an archive with `path` set to `content`; without a source it holds nothing else. */
export function writeZipEntry(
  source: ByteSource | undefined,
  path: string,
  content: Uint8Array,
  nowMs: number,
): Uint8Array {
  const kept = source === undefined ? [] : keptMembers(source, path);
  if (kept.length >= MAX_ENTRIES) throw new ArchiveError("it has too many members");
  const placed: { local: Uint8Array; record: Uint8Array }[] = [];
  let offset = 0;
  for (const { local, record } of kept) {
    const moved = Buffer.from(record);
    moved.writeUInt32LE(offset, OFFSET_IN_RECORD);
    placed.push({ local, record: moved });
    offset += local.length;
    if (offset > MAX_SIZE) throw new ArchiveError("it is too large for a zip file");
  }
  const member = makeMember(path, content, nowMs, offset);
  placed.push(member);
  const records = Buffer.concat(placed.map(({ record }) => record));
  const end = endRecord(placed.length, records.length, offset + member.local.length);
  return Buffer.concat([...placed.map(({ local }) => local), records, end]);
}

/** All members but one, each with everything from its header to the next one's. */
function keptMembers(
  source: ByteSource,
  path: string,
): { local: Uint8Array; record: Uint8Array }[] {
  const { records, offset: contentsEnd } = readZipDirectory(source);
  const ordered = [...records].sort((a, b) => a.headerOffset - b.headerOffset);
  return ordered.flatMap((record, index) => {
    if (normalizeEntryPath(record.name) === path) return [];
    const end = ordered[index + 1]?.headerOffset ?? contentsEnd;
    const local = source.read(record.headerOffset, end - record.headerOffset);
    return [{ local, record: record.raw }];
  });
}

function makeMember(path: string, content: Uint8Array, nowMs: number, offset: number) {
  const name = Buffer.from(path, "utf8");
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  const { time, date } = toDosTime(nowMs);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF8_NAME, 2);
  common.writeUInt16LE(DEFLATED, 4);
  common.writeUInt16LE(time, 6);
  common.writeUInt16LE(date, 8);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((FILE_MODE << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  const madeOn = Buffer.alloc(2);
  madeOn.writeUInt16LE(MADE_ON_UNIX);
  return {
    local: Buffer.concat([signature(0x04034b50), common, name, packed]),
    record: Buffer.concat([signature(0x02014b50), madeOn, common, tail, name]),
  };
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function toDosTime(ms: number): { time: number; date: number } {
  const when = new Date(ms);
  const year = Math.max(0, when.getUTCFullYear() - 1980);
  return {
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
    date: (year << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
  };
}
